import { randomUUID } from 'node:crypto';
import { InboxConfig, type RoundTrip } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { problemWord } from './alert-view.ts';
import { lockInbox } from './inboxes.queries.ts';
import { findKept } from './read-inboxes.ts';
import { findLatestRoundTrip, insertRoundTrip, type RoundTripRow } from './round-trip.queries.ts';

/** Days for which past round trips are kept. */
const keptDays = 30;

/**
 * Begins a round trip: a job sends test mails to the inbox's own address. Answers the one that is under way, if there is one. Throws
 * `inbox.not_found`, `inbox.disabled`.
 */
export async function startRoundTrip(uow: UnitOfWork, inbox_id: number): Promise<RoundTrip> {
  const inbox = await lockInbox(uow.db, inbox_id);
  if (!inbox) throw new AppError('inbox.not_found');
  if (!inbox.enabled) throw new AppError('inbox.disabled');
  const latest = await findLatestRoundTrip(uow.db, inbox_id);
  if (latest && isUnderWay(latest)) return roundTripView(latest);
  const uuid = randomUUID();
  const keptSince = new Date(uow.now.getTime() - keptDays * 86_400_000);
  await insertRoundTrip(uow.db, { uuid, inbox_id, actor_id: uow.actor.id, started_at: uow.now }, keptSince);
  await uow.enqueue('inboxes.round_trip', { uuid }, { key: `round_trip:${uuid}` });
  return roundTripView((await findLatestRoundTrip(uow.db, inbox_id))!);
}

/** How the last round trip of an inbox fared; null when there was none. Throws `inbox.not_found`. */
export async function readRoundTrip(db: Reader, inboxId: number): Promise<RoundTrip | null> {
  await findKept(db, inboxId);
  const latest = await findLatestRoundTrip(db, inboxId);
  return latest ? roundTripView(latest) : null;
}

function isUnderWay(row: RoundTripRow): boolean {
  return row.state === 'sending' || row.state === 'waiting';
}

/** Whether an inbox's mail comes in over the local listener alone. */
export function isLocalIn(config: unknown): boolean {
  return InboxConfig.parse(config).imap.length === 0;
}

function roundTripView(row: RoundTripRow): RoundTrip {
  return {
    uuid: row.uuid,
    state: row.state as RoundTrip['state'],
    started_at: row.started_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    received_at: row.received_at?.toISOString() ?? null,
    waits_until: row.waits_until?.toISOString() ?? null,
    plus: {
      state: row.plus_state as RoundTrip['plus']['state'],
      received_at: row.plus_received_at?.toISOString() ?? null,
    },
    switched_plus_on: row.switched_plus_on,
    problem: problemWord(row.problem),
    detail: row.detail,
  };
}
