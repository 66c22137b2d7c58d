/** What speaks to everybody stays reachable. */
const spared = '[data-sonner-toaster], [aria-live], [role="status"], [role="alert"]';

/** Takes all that lies behind an element that fills the window out of the reach of keyboard and screen reader; answers the way back. */
export function coverRest(element: HTMLElement): () => void {
  const covered: HTMLElement[] = [];
  for (let inner = element; inner.parentElement && inner !== document.body; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) {
      if (other === inner || !(other instanceof HTMLElement) || other.inert) continue;
      if (other.matches(spared) || other.querySelector('[data-sonner-toaster], [aria-live]')) continue;
      other.inert = true;
      covered.push(other);
    }
  }
  return () => {
    for (const other of covered) other.inert = false;
  };
}
