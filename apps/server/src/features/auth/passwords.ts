import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../core/app-error.ts';
import { randomToken } from '../../lib/crypto.ts';

/** argon2id (the library's default algorithm) with 19 MiB and two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const fewestBytes = 10;
const mostBytes = 72;

/** The password rule of wire A 7.3: 10 to 72 bytes, not characters, with A-Z, a-z, 0-9 and something that is none of them. */
export function isPasswordStrong(password: string): boolean {
  const bytes = Buffer.byteLength(password);
  return (
    bytes >= fewestBytes &&
    bytes <= mostBytes &&
    [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/].every((part) => part.test(password))
  );
}

/** Throws `agent.password_weak` unless the password meets the rule. */
export function assertPasswordStrong(password: string): void {
  if (!isPasswordStrong(password))
    throw new AppError('agent.password_weak', { params: { min: fewestBytes, max: mostBytes } });
}

/** The argon2id hash that is stored. Does not check the rule. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** A hash that no password fits, for accounts that do not exist or have none. */
export async function decoyHash(): Promise<string> {
  return hashPassword(randomToken(32));
}

/** Whether a password fits a hash. Takes the same time for `decoy`, so that an unknown account cannot be told by it. */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
  decoy: string,
): Promise<boolean> {
  const fits = await verify(stored ?? decoy, password);
  return fits && typeof stored === 'string';
}
