import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { randomToken, type Sealer } from '../../lib/crypto.ts';
import { deletePasswordToken, replacePasswordToken } from './password-tokens.queries.ts';
import { hashToken } from './session-cookies.ts';

const lifetimeMs = 24 * 3_600_000;

/**
 * Makes the secret of a link by which an agent sets a password; the one before is void, and only a hash is stored (wire A 6.8). It is
 * answered sealed, for the mail that waits to be sent.
 */
export async function issuePasswordToken(uow: UnitOfWork, sealer: Sealer, userId: number): Promise<string> {
  const token = randomToken(32);
  const expires_at = new Date(uow.now.getTime() + lifetimeMs);
  await replacePasswordToken(uow.db, { user_id: userId, token_hash: hashToken(token), expires_at });
  return sealer.seal(token);
}

/** Ends whatever link an agent has: it went to an address that is theirs no longer, or they have left. */
export function voidPasswordLink(uow: UnitOfWork, userId: number): Promise<void> {
  return deletePasswordToken(uow.db, userId);
}
