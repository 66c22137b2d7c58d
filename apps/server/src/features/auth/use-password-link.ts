import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { findEnabledActor, lockAgent } from '../users/index.ts';
import { admitLinkUse } from './login-limits.ts';
import { findPasswordToken, takePasswordToken } from './password-tokens.queries.ts';
import { assertPasswordStrong, hashPassword } from './passwords.ts';
import { hashToken } from './session-cookies.ts';
import { setPassword } from './set-password.ts';

/**
 * Sets a password by the token of a mailed link (wire A 7.2), which is used up; every session and socket of the agent ends. A weak
 * password is told before a bad token. Throws `password_link.signed_in`, `agent.password_weak`, `login.too_many`, and
 * `password_link.invalid` for a token that is unknown, used, replaced, too old, or of an agent who may not sign in.
 */
export async function usePasswordLink(
  { db, work, system, log, clock }: Deps,
  request: { token: string; password: string; ip: string; is_signed_in: boolean },
): Promise<true> {
  if (request.is_signed_in) throw new AppError('password_link.signed_in');
  assertPasswordStrong(request.password);
  await work(system, (uow) => admitLinkUse(uow, log, request.ip));
  const tokenHash = hashToken(request.token);
  const userId = await findPasswordToken(db, tokenHash, clock.now());
  const actor = userId === undefined ? undefined : await findEnabledActor(db, userId);
  if (!actor) throw new AppError('password_link.invalid');
  const password_hash = await hashPassword(request.password);
  return work<true>(actor, async (uow) => {
    const agent = await lockAgent(uow.db, actor.id);
    const isTaken = await takePasswordToken(uow.db, { user_id: actor.id, token_hash: tokenHash, now: uow.now });
    if (!agent?.enabled || !isTaken) throw new AppError('password_link.invalid');
    await setPassword(uow, { id: agent.id, email: agent.email, password_hash, ip: request.ip });
    return true;
  });
}
