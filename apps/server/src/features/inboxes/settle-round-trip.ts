import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import { lockInbox, patchInbox } from './inboxes.queries.ts';
import { lockRoundTrips, patchRoundTrip, type RoundTripRow } from './round-trip.queries.ts';

/**
 * Ends a round trip that has nothing more to wait for, or whose time is over. A mailbox that delivers plus addresses has them
 * switched on (settled question 41).
 */
export async function settleRoundTrip(uow: UnitOfWork, uuid: string, { isOver = false } = {}): Promise<void> {
  const [trip] = await lockRoundTrips(uow.db, [uuid]);
  if (!trip || trip.state === 'succeeded' || trip.state === 'failed') return;
  const isComplete = trip.sent_at !== null && trip.received_at !== null && trip.plus_state !== 'waiting';
  if (!isComplete && !isOver) {
    if (trip.sent_at !== null) await patchRoundTrip(uow.db, uuid, { state: 'waiting' });
    return;
  }
  const hasCome = trip.received_at !== null;
  await patchRoundTrip(uow.db, uuid, {
    state: hasCome ? 'succeeded' : 'failed',
    ...(trip.plus_state === 'waiting' && { plus_state: 'missing' }),
    ...(!hasCome && trip.problem === null && { problem: 'not_arrived' }),
    switched_plus_on: hasCome && (await switchPlusOn(uow, trip)),
    finished_at: uow.now,
  });
}

async function switchPlusOn(uow: UnitOfWork, trip: RoundTripRow): Promise<boolean> {
  if (trip.plus_state !== 'received') return false;
  const inbox = await lockInbox(uow.db, trip.inbox_id);
  if (!inbox || inbox.enable_plus_addressing) return false;
  await patchInbox(uow.db, inbox.id, { enable_plus_addressing: true, updated_at: uow.now });
  await recordChange(uow, {
    entity: 'inbox',
    id: inbox.id,
    name: inbox.name,
    before: { enable_plus_addressing: false },
    after: { enable_plus_addressing: true },
  });
  return true;
}
