import { randomBytes } from 'node:crypto';
import { sha256 } from '../../lib/crypto.ts';

const howMany = 10;
/** Without i, l, o and u, which are mistaken for others (Crockford). */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

/** New recovery codes: 80 random bits each, in four groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () =>
    Array.from(randomBytes(16), (byte) => letters[byte % letters.length])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );
}

/** Under what a code is stored: a plain hash is enough for 80 random bits. Blanks, hyphens, case and mistaken letters do not count. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return sha256(`recovery code ${plain}`);
}
