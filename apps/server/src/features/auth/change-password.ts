import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { lockAgent } from '../users/index.ts';
import { markSucceeded } from './login.queries.ts';
import { admitAttempt } from './login-limits.ts';
import { assertPasswordStrong, hashPassword, verifyPassword } from './passwords.ts';
import { findPasswordHash } from './sessions.queries.ts';
import { setPassword } from './set-password.ts';

/**
 * Changes the actor's own password and ends its other sessions (behaviour 10.1). The present one is asked for, and guesses count as
 * failed logins do: a session left open must not become an account taken over. Throws `agent.password_weak`, `login.too_many`,
 * `agent.password_wrong`.
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  decoy: string,
  request: { current_password: string; new_password: string; ip: string; session: Buffer },
): Promise<true> {
  assertPasswordStrong(request.new_password);
  const email = actor.email.toLowerCase();
  const attemptId = await admitAttempt(deps, { ip: request.ip, email });
  const stored = await findPasswordHash(deps.db, actor.id);
  if (!(await verifyPassword(request.current_password, stored, decoy))) throw new AppError('agent.password_wrong');
  const hash = await hashPassword(request.new_password);
  await deps.work(actor, async (uow) => {
    const agent = await lockAgent(uow.db, actor.id);
    // Changed elsewhere since it was looked at.
    if (agent?.password_hash !== stored) throw new AppError('agent.password_wrong');
    await markSucceeded(uow.db, { id: attemptId, email });
    await setPassword(uow, {
      id: actor.id,
      email: actor.email,
      password_hash: hash,
      ip: request.ip,
      keep_session: request.session,
    });
  });
  return true;
}
