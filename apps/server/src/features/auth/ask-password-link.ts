import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { recordActivity } from '../activity-log/index.ts';
import { isNotificationMailOn } from '../settings/index.ts';
import { queueSystemMail } from '../system-mail/index.ts';
import { lockAgent } from '../users/index.ts';
import { findCredentials } from './login.queries.ts';
import { admitLinkRequest } from './login-limits.ts';
import { issuePasswordToken } from './password-tokens.ts';

/**
 * Somebody wants a link to set a password (wire A 7.1). Answer and work are the same whoever has the address: a job does the rest.
 * Throws `password_link.signed_in`, `system_mail.off`, `login.too_many`.
 */
export async function askPasswordLink(
  { db, work, system, log }: Deps,
  request: { email: string; ip: string; is_signed_in: boolean },
): Promise<true> {
  if (request.is_signed_in) throw new AppError('password_link.signed_in');
  // Told to everybody: nobody would get a mail.
  if (!(await isNotificationMailOn(db))) throw new AppError('system_mail.off');
  const { ip } = request;
  const email = request.email.toLowerCase();
  return work<true>(system, async (uow) => {
    await admitLinkRequest(uow, log, { ip, email });
    const found = await findCredentials(uow.db, email);
    await uow.enqueue('agents.send_password_link', { user_id: found?.id ?? null, ip });
    return true;
  });
}

/**
 * Job `agents.send_password_link`: mails a new link to the agent, which voids the one before, and writes down that it was asked for.
 * Nobody and disabled agents get none; what was typed for an unknown address is not kept.
 */
export async function sendPasswordLink(
  { work, system, sealer }: Pick<Deps, 'work' | 'system' | 'sealer'>,
  { user_id, ip }: { user_id: number | null; ip: string },
): Promise<void> {
  await work(system, async (uow) => {
    const agent = user_id === null ? undefined : await lockAgent(uow.db, user_id);
    const reason = !agent ? 'unknown_address' : agent.enabled ? undefined : 'disabled';
    if (agent && !reason) {
      const values = { ResetToken: await issuePasswordToken(uow, sealer, agent.id) };
      await queueSystemMail(uow, { kind: 'reset-password', to: agent.email, values });
    }
    await recordActivity(uow, {
      activity_type: 'agent_password_requested',
      actor: system,
      target_user_id: agent?.id ?? system.id,
      params: { ...(agent && { target_email: agent.email }), ...(reason && { reason }) },
      ip,
    });
  });
}
