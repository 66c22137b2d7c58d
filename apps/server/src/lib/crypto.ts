import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

const sealedPrefix = 'sealed:v1:';

/** Seals and opens stored secrets with AES-256-GCM (behaviour 1.1). */
export interface Sealer {
  /** '' stays ''; anything else becomes text that only this key opens. */
  seal(plain: string): string;
  /** Opens sealed text; throws when the key is another or the text was changed. */
  open(sealed: string): string;
  /** 22 letters that only who has this key can make of the text; for each purpose others. */
  sign(purpose: string, text: string): string;
}

/** A sealer for a secret of any length: the key is its SHA-256. */
export function createSealer(secret: string): Sealer {
  const key = createHash('sha256').update(secret).digest();
  return {
    seal(plain) {
      if (plain === '') return '';
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return sealedPrefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      if (sealed === '') return '';
      if (!sealed.startsWith(sealedPrefix)) throw new Error('not a sealed secret');
      const bytes = Buffer.from(sealed.slice(sealedPrefix.length), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    sign(purpose, text) {
      const own = createHmac('sha256', key).update(`sign:${purpose}`).digest();
      return createHmac('sha256', own).update(text).digest().subarray(0, 16).toString('base64url');
    },
  };
}

/** Whether a text is a sealed secret, of whichever key. */
export function isSealed(text: string): boolean {
  return text.startsWith(sealedPrefix);
}

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits: survives raw copying out of a cookie (wire A 3.2). */
export function randomToken(length: number): string {
  let token = '';
  for (let i = 0; i < length; i++) token += alphanumerics[randomInt(alphanumerics.length)];
  return token;
}

/** SHA-256 of text or bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

/** Compares without telling by its duration where the texts differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}
