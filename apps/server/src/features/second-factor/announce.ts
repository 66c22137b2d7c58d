import type { DeedType } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordActivity } from '../activity-log/index.ts';
import { queueSystemMail } from '../system-mail/index.ts';
import { patchAgent } from '../users/index.ts';
import { findFactor, listPasskeys, replaceRecoveryCodes } from './factors.queries.ts';

/** Whose second factor it is. */
export interface Owner {
  id: number;
  email: string;
}

/** What happens to a second factor, as the activity log and the mail to its owner call it. */
export type FactorDeed = Extract<DeedType, `agent_second_factor_${string}` | `agent_recovery_code${string}`>;

/**
 * Writes what happened to a second factor into the activity log and tells its owner by mail, where the desk sends mails: a second
 * factor that somebody else takes away must not go unnoticed. `method` and `name` say which one.
 */
export async function announce(
  uow: UnitOfWork,
  owner: Owner,
  deed: FactorDeed,
  params: { method?: 'totp' | 'passkey'; name?: string } = {},
): Promise<void> {
  await recordActivity(uow, {
    activity_type: deed,
    actor: uow.actor,
    target_user_id: owner.id,
    params: { target_email: owner.email, ...params },
    ip: uow.actor.ip ?? null,
  });
  await queueSystemMail(uow, { kind: deed, to: owner.email, values: { Name: params.name ?? '' } });
}

/**
 * Has requests and sockets of an agent judged by what there is now: whether there is a second factor stands with the agent. Without
 * one recovery codes lead nowhere. Answers whether there is one.
 */
export async function settle(uow: UnitOfWork, userId: number): Promise<boolean> {
  const factor = await findFactor(uow.db, userId);
  const has = factor?.totp_secret != null || (await listPasskeys(uow.db, userId)).length > 0;
  if (!has) await replaceRecoveryCodes(uow.db, userId, []);
  await patchAgent(uow.db, userId, { has_second_factor: has });
  uow.wake('bellhop_sessions', String(userId));
  return has;
}
