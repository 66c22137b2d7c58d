/** Longest time for which keys are kept for a field that is on its way. */
const longestMs = 5_000;

let typed: string | undefined;
let timer: ReturnType<typeof setTimeout>;

/**
 * What is typed from now on belongs to a field that is still on its way: it is kept for `takeTyped` instead of pressing
 * the page's keys. Escape, a click or five seconds end it.
 */
export function startTypeAhead(): void {
  if (typed === undefined) {
    window.addEventListener('keydown', keep, true);
    window.addEventListener('pointerdown', dropTyped, true);
  }
  typed = '';
  clearTimeout(timer);
  timer = setTimeout(dropTyped, longestMs);
}

/** The field stands: what was typed meanwhile. */
export function takeTyped(): string {
  const text = typed ?? '';
  dropTyped();
  return text;
}

/** Nobody waits any longer. */
export function dropTyped(): void {
  if (typed === undefined) return;
  typed = undefined;
  clearTimeout(timer);
  window.removeEventListener('keydown', keep, true);
  window.removeEventListener('pointerdown', dropTyped, true);
}

/** Gives a key that was pressed too early to the field that is on its way; answers whether one is. */
export function typeAhead(event: KeyboardEvent): boolean {
  if (typed === undefined) return false;
  keep(event);
  return true;
}

function keep(event: KeyboardEvent): void {
  if (typed === undefined || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Escape') {
    dropTyped();
    return;
  }
  if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if ([...event.key].length === 1) typed += event.key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
