/**
 * Where to go after signing in: the `next` of a query string when it is a page of this site, else undefined. Other
 * sites, addresses without scheme (`//host`), the login page and everything that is no page are refused.
 */
export function nextPath(search: string, origin: string = window.location.origin): string | undefined {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return undefined;
  const url = URL.parse(next, origin);
  if (url?.origin !== origin || url.pathname === '/') return undefined;
  if (/^\/(api|ws|logout|uploads|assets)(\/|$)/.test(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}
