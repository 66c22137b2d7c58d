import type { AvailabilityStatus, DeedType } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { patchAgent } from './agents.queries.ts';

/** What the activity log calls the coming of an availability; idle absence and being offline are not written (behaviour 9). */
export const availabilityActivities: Partial<Record<AvailabilityStatus, DeedType>> = {
  online: 'agent_online',
  away_manual: 'agent_away',
  away_and_reassigning: 'agent_away_reassigned',
};

/** Availability that a person chose; idle timers and logins leave it alone (settled question 7). */
export function isChosenAway(status: AvailabilityStatus): boolean {
  return status === 'away_manual' || status === 'away_and_reassigning';
}

/**
 * Writes an agent's new availability and tells the change log and every socket. The caller holds the row's lock and has decided
 * that the change is allowed. Anything but `offline` also counts as a sign of life.
 */
export async function changeAvailability(
  uow: UnitOfWork,
  agent: { id: number; availability_status: AvailabilityStatus },
  to: AvailabilityStatus,
): Promise<void> {
  await patchAgent(uow.db, agent.id, {
    availability_status: to,
    ...(to === 'offline' ? {} : { last_active_at: uow.now }),
  });
  await uow.publish({
    kind: 'agent.availability_changed',
    user_id: agent.id,
    from: agent.availability_status,
    to,
  });
  uow.broadcast('agent_availability_update', { id: agent.id, availability_status: to }, { to: 'everybody' });
}
