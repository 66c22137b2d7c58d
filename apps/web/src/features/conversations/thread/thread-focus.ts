/** Set on the thread while it has the focus only because the text that had it is gone. */
const quiet = 'data-quiet-focus';
const scrolling = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

/**
 * Moves the focus from a text to the thread of its conversation, so that the page's keys work. Nobody has gone there to do
 * something with the thread itself: its focus ring waits until keys scroll it.
 */
export function focusThread(from: HTMLElement | null): void {
  const thread = from?.closest('.talk')?.querySelector<HTMLElement>('.thread');
  if (!thread) return;
  const end = new AbortController();
  const show = () => {
    thread.removeAttribute(quiet);
    end.abort();
  };
  thread.setAttribute(quiet, '');
  thread.focus({ preventScroll: true });
  thread.addEventListener('blur', show, { signal: end.signal });
  thread.addEventListener('keydown', ({ key }) => scrolling.has(key) && show(), { signal: end.signal });
}

/** Whether the focus stands nowhere in particular, or in the thread: a text that comes back may take it. */
export function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.matches('.thread');
}
