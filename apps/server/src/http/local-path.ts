const anyOrigin = 'http://local.invalid';

/**
 * Reduces where somebody wants to be led to a path of this site; null for anything that a browser would take elsewhere, such as
 * `//evil.example`, `/\evil.example` or `/.//evil.example` (behaviour 10.3).
 */
export function localPath(next: string | undefined): string | null {
  if (!next?.startsWith('/')) return null;
  let url: URL;
  try {
    url = new URL(next, anyOrigin);
  } catch {
    return null;
  }
  const path = url.pathname + url.search + url.hash;
  return url.origin === anyOrigin && !path.startsWith('//') ? path : null;
}
