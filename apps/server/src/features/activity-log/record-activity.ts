import type { DeedType } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { type ActivityEntry, insertActivity } from './activity-log.queries.ts';

/** The name of the API key by which something is done, for who acts by one. */
export function viaKey(actor: Actor): { via?: string } {
  return actor.via ? { via: actor.via.name } : {};
}

/**
 * Writes who did what to whom, in the transaction of the deed. Type and parameters are stored, never secrets or message text;
 * the actor's address is kept beside the id, because agents can be deleted. `ip` is null for what no request caused.
 */
export async function recordActivity(
  uow: UnitOfWork,
  activity: {
    activity_type: DeedType;
    actor: Pick<Actor, 'id' | 'email'>;
    /** The agent that was changed; often the actor. */
    target_user_id: number;
    params?: ActivityEntry['params'];
    ip: string | null;
  },
): Promise<void> {
  await insertActivity(uow.db, {
    created_at: uow.now,
    activity_type: activity.activity_type,
    params: { actor_email: activity.actor.email, ...viaKey(uow.actor), ...activity.params },
    actor_id: activity.actor.id,
    target_model_type: 'user',
    target_model_id: activity.target_user_id,
    ip: activity.ip,
  });
}
