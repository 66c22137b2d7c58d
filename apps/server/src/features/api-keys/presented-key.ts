import type { CallerSource } from '../../http/guard.ts';
import { randomToken } from '../../lib/crypto.ts';

const keyLength = 32;
const secretLength = 64;

/** A new key: letters and digits, which survive every shell, header and configuration file. */
export function newKey(): { key: string; secret: string } {
  return { key: randomToken(keyLength), secret: randomToken(secretLength) };
}

/** `Bearer key:secret` or `token key:secret`; schemes are written in any case (RFC 9110). */
const credentials = new RegExp(`^(?:bearer|token) +([a-z0-9]{${keyLength}}):([a-z0-9]{${secretLength}}) *$`, 'i');

/**
 * The key of a request: null without an Authorization header, undefined for a header that cannot hold one. Basic is among those:
 * browsers keep and send it by themselves at the wish of other sites, so it must never stand for CSRF. Two headers say two
 * things, and which of them a proxy has looked at is unknown.
 */
export function presentedKey(
  source: Pick<CallerSource, 'headers' | 'raw'>,
): { key: string; secret: string } | undefined | null {
  const { authorization } = source.headers;
  if (authorization === undefined) return null;
  const names = source.raw.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1) return undefined;
  const [, key, secret] = credentials.exec(authorization) ?? [];
  return key && secret ? { key, secret } : undefined;
}
