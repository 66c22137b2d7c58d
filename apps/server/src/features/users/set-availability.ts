import type { AvailabilityStatus } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { recordActivity } from '../activity-log/index.ts';
import { lockAgent } from './agents.queries.ts';
import { availabilityActivities, changeAvailability, isChosenAway } from './change-availability.ts';

/**
 * Sets the actor's own availability (behaviour 3.7). Without `source`, `away` is what an idle timer sends and everything else a
 * person's choice. An idle change never overwrites a chosen absence, which a second tab's timer would do otherwise; it
 * writes nothing into the activity log, nor does the return from idle `away`. The present value again does nothing.
 */
export async function setAvailability(
  deps: Pick<Deps, 'work'>,
  actor: Actor,
  change: { status: AvailabilityStatus; source?: 'idle' | 'manual' | undefined; ip: string },
): Promise<true> {
  const isIdle = (change.source ?? (change.status === 'away' ? 'idle' : 'manual')) === 'idle';
  await deps.work(actor, async (uow) => {
    const agent = await lockAgent(uow.db, actor.id);
    if (!agent) throw new AppError('agent.not_found');
    const from = agent.availability_status;
    if (from === change.status || (isIdle && isChosenAway(from))) return;
    await changeAvailability(uow, agent, change.status);
    const activity = availabilityActivities[change.status];
    const isIdleReturn = from === 'away' && change.status === 'online';
    if (!activity || isIdle || isIdleReturn) return;
    await recordActivity(uow, {
      activity_type: activity,
      actor,
      target_user_id: actor.id,
      params: { target_email: actor.email },
      ip: change.ip,
    });
  });
  return true;
}
