import type { Deps } from '../../core/deps.ts';
import type { FoundSession, SessionSource } from '../../http/guard.ts';
import { readCookie, writeCookie } from '../../lib/cookies.ts';
import { randomToken, sha256 } from '../../lib/crypto.ts';
import { loadSettings } from '../settings/index.ts';

const sessionCookie = 'bellhop_session';
/** Stands for a sign-in whose first step is done; opens nothing. */
const beginCookie = 'bellhop_sign_in';
const csrfCookie = 'csrf_token';
const tokenLength = 64;

/** A new session's secret and CSRF token; letters and digits survive raw copying out of a cookie (wire A 3.2). */
export function newTokens(): { token: string; csrf_token: string } {
  return { token: randomToken(tokenLength), csrf_token: newCsrfToken() };
}

/** Under what a session is stored. */
export function hashToken(token: string): Buffer {
  return sha256(token);
}

/** The session token that a request presents; undefined without one, and with an Authorization header (settled question 4). */
export function presentedToken(source: Pick<SessionSource, 'headers'>): string | undefined {
  return readToken(source, sessionCookie);
}

/** The token of a sign-in whose first step is done in this browser; undefined without one. */
export function presentedBegin(source: Pick<SessionSource, 'headers'>): string | undefined {
  return readToken(source, beginCookie);
}

function readToken(source: Pick<SessionSource, 'headers'>, name: string): string | undefined {
  if (source.headers.authorization !== undefined) return undefined;
  const token = readCookie(source.headers, name);
  return token && /^[A-Za-z0-9]{64}$/.test(token) ? token : undefined;
}

/** Set-Cookie value of a session that lives `seconds` from now. */
export function writeSessionCookie(token: string, secure: boolean, seconds: number): string {
  return writeCookie(sessionCookie, token, { http_only: true, secure, max_age_seconds: seconds });
}

/** Set-Cookie value of a begun sign-in that lives `seconds` from now; 0 ends it. */
export function writeBeginCookie(token: string, secure: boolean, seconds: number): string {
  return writeCookie(beginCookie, token, { http_only: true, secure, max_age_seconds: seconds });
}

/** Set-Cookie value of a CSRF token, readable by script, for as long as the browser runs. */
export function writeCsrfCookie(token: string, secure: boolean): string {
  return writeCookie(csrfCookie, token, { http_only: false, secure });
}

/** Set-Cookie values that end a browser's session. */
export function forgetCookies(secure: boolean): { session: string; csrf: string } {
  return {
    session: writeCookie(sessionCookie, '', { http_only: true, secure, max_age_seconds: 0 }),
    csrf: writeCookie(csrfCookie, '', { http_only: false, secure, max_age_seconds: 0 }),
  };
}

/** Cookies are Secure when the request came by https or the desk's own address is https. */
export async function isSecure(db: Deps['db'], protocol: string): Promise<boolean> {
  return protocol === 'https' || (await loadSettings(db))['app.root_url'].startsWith('https:');
}

/**
 * What a page of the shell brings along: the CSRF token of the live session, or any token when there is neither session nor
 * cookie; and the end of a session cookie that leads nowhere (wire A 3.2, 3.6).
 */
export function createPageCookies({
  db,
}: Pick<Deps, 'db'>): (source: SessionSource, found: FoundSession | null) => Promise<string[]> {
  return async (source, found) => {
    const secure = await isSecure(db, source.protocol);
    const present = readCookie(source.headers, csrfCookie);
    const cookies: string[] = [];
    const isLookedAt = source.headers.authorization === undefined;
    if (!found?.agent && isLookedAt && readCookie(source.headers, sessionCookie) !== undefined) {
      cookies.push(forgetCookies(secure).session);
    }
    const wanted = found?.agent ? found.session.csrf_token : present || newCsrfToken();
    if (wanted !== present) cookies.push(writeCsrfCookie(wanted, secure));
    return cookies;
  };
}

function newCsrfToken(): string {
  return randomToken(32);
}
