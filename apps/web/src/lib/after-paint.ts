/**
 * Runs something once what has just changed is on screen, for what nobody is waiting for. Answers the function that calls
 * it off.
 */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A tab in the background draws no frames.
  const isHidden = document.visibilityState === 'hidden';
  const frame = isHidden ? undefined : requestAnimationFrame(() => (timer = setTimeout(run)));
  if (isHidden) timer = setTimeout(run);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
