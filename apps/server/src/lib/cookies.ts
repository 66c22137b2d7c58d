import type { IncomingHttpHeaders } from 'node:http';

/** The value of one cookie of a request, as it is, without decoding; undefined without it. Of two the first counts. */
export function readCookie(headers: IncomingHttpHeaders, name: string): string | undefined {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * A whole Set-Cookie value for all paths, `SameSite=Lax`. `value` is letters and digits. Without `max_age_seconds` the
 * cookie ends with the browser; 0 makes the browser forget it.
 */
export function writeCookie(
  name: string,
  value: string,
  options: { http_only: boolean; secure: boolean; max_age_seconds?: number },
): string {
  const parts = [`${name}=${value}`, 'Path=/', 'SameSite=Lax'];
  if (options.max_age_seconds !== undefined) parts.push(`Max-Age=${options.max_age_seconds}`);
  if (options.http_only) parts.push('HttpOnly');
  if (options.secure) parts.push('Secure');
  return parts.join('; ');
}
