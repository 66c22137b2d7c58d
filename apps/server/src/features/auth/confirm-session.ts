import type { Confirmation } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { RequestSession } from '../../http/request-context.ts';
import { takeConfirmation, useCode, usePasskey } from '../second-factor/index.ts';
import { markSucceeded } from './login.queries.ts';
import { admitAttempt } from './login-limits.ts';
import { verifyPassword } from './passwords.ts';
import { findPasswordHash, noteConfirmation } from './sessions.queries.ts';

/**
 * Somebody shows once more who they are, by password, code or passkey: for 5 minutes the session may then change how they sign in. Guesses
 * count as failed logins do. Throws login.too_many, agent.password_wrong, second_factor.code_wrong, second_factor.passkey_refused,
 * second_factor.setup_over.
 */
export async function confirmSession(
  deps: Deps,
  own: { actor: Actor; session: RequestSession; ip: string },
  decoy: string,
  shown: Confirmation,
): Promise<true> {
  const { actor, session, ip } = own;
  const email = actor.email.toLowerCase();
  const { password, code, passkey } = shown;
  const asked = passkey && (await takeConfirmation(deps, actor, session));
  const attemptId = await admitAttempt(deps, { ip, email });
  if (password !== undefined) {
    const stored = await findPasswordHash(deps.db, actor.id);
    if (!(await verifyPassword(password, stored, decoy))) throw new AppError('agent.password_wrong');
  }
  const prove = async (uow: UnitOfWork) => {
    if (code !== undefined && !(await useCode(deps, uow, actor, code))) throw new AppError('second_factor.code_wrong');
    if (!passkey || !asked) return;
    const wanted = { user_id: actor.id, challenge: asked, mustVerify: false };
    if (!(await usePasskey(deps, uow, wanted, passkey))) throw new AppError('second_factor.passkey_refused');
  };
  return deps.work(actor, async (uow) => {
    await prove(uow);
    await markSucceeded(uow.db, { id: attemptId, email });
    await noteConfirmation(uow.db, session.id_hash, uow.now);
    return true as const;
  });
}
