/**
 * A layer that has not taken the focus after so many turns of so many milliseconds does not come. One long wait would also count
 * the time in which the page is busy drawing it, and be over before the layer had a turn.
 */
const longestTurns = 10;
const turnMs = 100;

let held: KeyboardEvent[] | undefined;
let timer: ReturnType<typeof setTimeout>;
let isThere: () => boolean = () => true;

/**
 * Keeps the keys that are pressed while a menu or picker is opening, and gives them to it once `isReady`, in their order. On a slow
 * machine some milliseconds pass until it has the focus; what is pressed in them would be lost, or press keys of the page.
 */
export function holdKeys(isReady: () => boolean): void {
  isThere = isReady;
  if (held) return;
  held = [];
  window.addEventListener('keydown', hold, true);
  document.addEventListener('focusin', check);
  wait(longestTurns);
  check();
}

function wait(turns: number): void {
  timer = setTimeout(() => (turns > 1 ? wait(turns - 1) : giveKeys()), turnMs);
}

/**
 * A key moves through an open menu, which happens a turn later: what is pressed meanwhile waits for that, or Enter right after End
 * would choose where the keys were before.
 */
export function holdNextKeys({ key, isTrusted }: { key: string; isTrusted: boolean }): void {
  if (!isTrusted || ['Enter', ' ', 'Escape', 'Tab'].includes(key)) return;
  let hasMoved = false;
  holdKeys(() => hasMoved);
  setTimeout(() => {
    hasMoved = true;
    setTimeout(check);
  });
}

function hold(event: KeyboardEvent): void {
  const { isTrusted, isComposing, ctrlKey, metaKey, altKey } = event;
  if (!held || !isTrusted || isComposing || ctrlKey || metaKey || altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
}

function check(): void {
  // What takes the focus may pass it on in the same turn, to its first entry for instance.
  queueMicrotask(() => held && isThere() && giveKeys());
}

function giveKeys(): void {
  clearTimeout(timer);
  document.removeEventListener('focusin', check);
  giveNext();
}

/** One key a turn: what it does may take effect only after it. */
function giveNext(): void {
  const event = held?.shift();
  if (!event) {
    held = undefined;
    window.removeEventListener('keydown', hold, true);
    return;
  }
  const { key, code, shiftKey } = event;
  const target = document.activeElement ?? document.body;
  const isLeft = target.dispatchEvent(
    new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
  );
  if (isLeft && [...key].length === 1 && target instanceof HTMLInputElement) {
    target.setRangeText(key, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
    target.dispatchEvent(new InputEvent('input', { data: key, inputType: 'insertText', bubbles: true }));
  }
  setTimeout(giveNext);
}
