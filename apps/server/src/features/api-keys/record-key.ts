import type { DeedType } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { differences, recordActivity } from '../activity-log/index.ts';
import { emailOfAgent } from './api-keys.queries.ts';

/** Writes into the activity log what was done with a key, in the transaction of the deed; nothing of its secret is there. */
export async function recordKey(
  uow: UnitOfWork,
  deed: DeedType & `api_key_${string}`,
  key: {
    user_id: number;
    name: string;
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
  },
): Promise<void> {
  const changes = differences(key.before ?? {}, key.after ?? {});
  await recordActivity(uow, {
    activity_type: deed,
    actor: uow.actor,
    target_user_id: key.user_id,
    params: {
      name: key.name,
      target_email: await emailOfAgent(uow.db, key.user_id),
      ...(Object.keys(changes).length > 0 && { changes }),
    },
    ip: uow.actor.ip ?? null,
  });
}
