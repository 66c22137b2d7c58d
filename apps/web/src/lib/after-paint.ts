/**
 * Runs something once what has just changed is on screen, for what nobody is waiting for; at once when the page is hidden
 * before that, because a tab in the background draws no frames. Answers the function that calls it off.
 */
export function afterPaint(run: () => void): () => void {
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const callOff = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', runHidden);
  };
  const runOnce = () => {
    callOff();
    run();
  };
  const runHidden = () => {
    if (document.visibilityState === 'hidden') runOnce();
  };
  if (document.visibilityState === 'hidden') timer = setTimeout(runOnce);
  else frame = requestAnimationFrame(() => (timer = setTimeout(runOnce)));
  document.addEventListener('visibilitychange', runHidden);
  return callOff;
}

/** Resolves once what has just changed is on screen. */
export function painted(): Promise<void> {
  return new Promise((resolve) => afterPaint(resolve));
}
