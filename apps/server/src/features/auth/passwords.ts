import { isPasswordStrong, passwordBytes } from '@bellhop/contract';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../core/app-error.ts';
import { randomToken } from '../../lib/crypto.ts';

/** argon2id (the library's default algorithm) with 19 MiB and two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Throws `agent.password_weak` unless the password meets the rule. */
export function assertPasswordStrong(password: string): void {
  if (!isPasswordStrong(password))
    throw new AppError('agent.password_weak', { params: { min: passwordBytes.min, max: passwordBytes.max } });
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
