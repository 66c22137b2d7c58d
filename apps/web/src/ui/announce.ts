let region: HTMLElement | undefined;

/** Reads a text out to those who listen instead of looking, without moving the focus. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.className = 'vh';
    region.setAttribute('aria-live', 'polite');
    document.body.append(region);
  }
  region.textContent = '';
  // A region that is filled in the same turn as it is emptied is not read again.
  requestAnimationFrame(() => {
    if (region) region.textContent = text;
  });
}
