import { isPasswordStrong } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { UnitOfWork, Work } from '../../core/unit-of-work.ts';
import { recordActivity } from '../activity-log/index.ts';
import { dropBegunSignIns } from '../second-factor/index.ts';
import { queueSystemMail } from '../system-mail/index.ts';
import { patchAgent } from '../users/index.ts';
import { endSessionsOf } from './end-session.ts';
import { clearFailuresOf, findCredentials } from './login.queries.ts';
import { deletePasswordToken } from './password-tokens.queries.ts';
import { hashPassword } from './passwords.ts';

/**
 * Stores an agent's new password, ends its sessions and sockets but for the session to keep, logs that it happened and writes to the
 * agent, who may not have done it. The hash comes from `hashPassword`.
 */
export async function setPassword(
  uow: UnitOfWork,
  agent: { id: number; email: string; password_hash: string; ip: string | null; keep_session?: Buffer },
): Promise<void> {
  await patchAgent(uow.db, agent.id, { password_hash: agent.password_hash });
  await clearFailuresOf(uow.db, agent.email);
  await deletePasswordToken(uow.db, agent.id);
  await dropBegunSignIns(uow.db, agent.id);
  await endSessionsOf(uow, agent.id, agent.keep_session);
  await recordActivity(uow, {
    activity_type: 'agent_password_set',
    actor: uow.actor,
    target_user_id: agent.id,
    params: { target_email: agent.email },
    ip: agent.ip,
  });
  await queueSystemMail(uow, { kind: 'password-changed', to: agent.email, values: { Email: agent.email } });
}

/** For the command line: sets the password of the agent with this address, or says in a sentence why not. */
export async function setPasswordOf(request: {
  work: Work;
  system: Actor;
  email: string;
  password: string;
}): Promise<{ ok: true } | { ok: false; reason: string }> {
  if (!isPasswordStrong(request.password)) {
    return {
      ok: false,
      reason: 'The password needs 10 to 72 bytes with upper and lower case, a digit and a special character.',
    };
  }
  const hash = await hashPassword(request.password);
  return request.work(request.system, async (uow) => {
    const agent = await findCredentials(uow.db, request.email.trim().toLowerCase());
    if (!agent) return { ok: false, reason: `There is no agent ${request.email} who could sign in.` };
    await setPassword(uow, { id: agent.id, email: agent.email, password_hash: hash, ip: null });
    return { ok: true };
  });
}
