const reloadedKey = 'bellhop.reloaded_for';

/**
 * After an upgrade a page that is still open asks for files that are gone. When one cannot be fetched, this looks whether the
 * server has another build now, and loads it once; the drafts are on the device. Without an answer, or with the same build,
 * the error shows where it happened.
 */
export function reloadWhenUpgraded(): void {
  window.addEventListener('vite:preloadError', () => void reloadIfUpgraded());
}

async function reloadIfUpgraded(): Promise<void> {
  try {
    const response = await fetch(window.location.pathname, {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      credentials: 'same-origin',
    });
    const served = response.ok ? entryOf(new DOMParser().parseFromString(await response.text(), 'text/html')) : null;
    // A reload that did not help is not tried again.
    if (!served || served === entryOf(document) || sessionStorage.getItem(reloadedKey) === served) return;
    sessionStorage.setItem(reloadedKey, served);
    window.location.reload();
  } catch (error) {
    // No answer, no new build; what could not be fetched says so by itself.
    console.debug(error);
  }
}

/** Address of the first script of a page; its name holds the build's hash. */
function entryOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}
