const regions = new Map<string, HTMLElement>();

/**
 * Reads a text out to those who listen instead of looking, without moving the focus; `isUrgent`: in the middle of what is being
 * read.
 */
export function announce(text: string, { isUrgent = false } = {}): void {
  const region = regionOf(isUrgent ? 'assertive' : 'polite');
  region.textContent = '';
  // A region that is filled in the same turn as it is emptied is not read again.
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}

function regionOf(live: 'polite' | 'assertive'): HTMLElement {
  const known = regions.get(live);
  if (known) return known;
  const region = document.createElement('div');
  region.className = 'vh';
  region.setAttribute('aria-live', live);
  document.body.append(region);
  regions.set(live, region);
  return region;
}
