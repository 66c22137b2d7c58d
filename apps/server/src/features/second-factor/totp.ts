import { Secret, TOTP } from 'otpauth';
import { sameSecret } from '../../lib/crypto.ts';

/** What every app can do: six digits of HMAC-SHA-1 each 30 seconds (RFC 6238). */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The steps before and after count, too: clocks differ, and people type slowly. */
const window = 1;

/** A new secret of 160 bits, as apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an app reads from the picture. */
export function totpUri(secret: string, issuer: string, label: string): string {
  // A colon parts issuer and label.
  return totpOf(secret, { issuer: issuer.replaceAll(':', ' '), label: label.replaceAll(':', ' ') }).toString();
}

/**
 * The step whose code this is, of those around `now` that came after `lastStep`; null for none. All codes are compared, each in the
 * same time.
 */
export function matchingStep(secret: string, code: string, now: Date, lastStep: number): number | null {
  const totp = totpOf(secret);
  const current = totp.counter({ timestamp: now.getTime() });
  let found: number | null = null;
  for (let step = current - window; step <= current + window; step++) {
    const isSame = sameSecret(totp.generate({ timestamp: step * shape.period * 1000 }), code);
    if (isSame && step > lastStep) found ??= step;
  }
  return found;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...shape, ...names, secret: Secret.fromBase32(secret) });
}
