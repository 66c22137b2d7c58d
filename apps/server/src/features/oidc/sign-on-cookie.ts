import type { SessionSource } from '../../http/guard.ts';
import { readCookie, writeCookie } from '../../lib/cookies.ts';
import { randomToken } from '../../lib/crypto.ts';

const name = 'bellhop_sign_on';
const length = 64;

/** What names a browser while it is away at a provider; undefined without it. */
export function presentedBrowser(source: Pick<SessionSource, 'headers'>): string | undefined {
  const value = readCookie(source.headers, name);
  return value?.length === length && /^[A-Za-z0-9]+$/.test(value) ? value : undefined;
}

/** A new name for a browser. */
export function newBrowser(): string {
  return randomToken(length);
}

/** Set-Cookie value of a browser's name for `seconds`. */
export function writeBrowserCookie(browser: string, secure: boolean, seconds: number): string {
  return writeCookie(name, browser, { http_only: true, secure, max_age_seconds: seconds });
}
