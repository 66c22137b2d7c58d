import type { MailProblem } from '@bellhop/contract';
import type { Selectable, Updateable } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type RoundTripRow = Selectable<DB['inbox_round_trips']>;

export function findLatestRoundTrip(db: Reader, inboxId: number): Promise<RoundTripRow | undefined> {
  return db
    .selectFrom('inbox_round_trips')
    .selectAll()
    .where('inbox_id', '=', inboxId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findRoundTrip(db: Reader, uuid: string): Promise<RoundTripRow | undefined> {
  return db.selectFrom('inbox_round_trips').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}

/** Locks the round trips among some uuids, in one order. */
export function lockRoundTrips(db: Transaction, uuids: readonly string[]): Promise<RoundTripRow[]> {
  return db
    .selectFrom('inbox_round_trips')
    .selectAll()
    .where('uuid', 'in', [...uuids])
    .orderBy('uuid')
    .forUpdate()
    .execute();
}

/** Begins one and forgets those before a time. */
export async function insertRoundTrip(
  db: Transaction,
  row: Pick<RoundTripRow, 'uuid' | 'inbox_id' | 'actor_id' | 'started_at'>,
  keptSince: Date,
): Promise<void> {
  await db
    .deleteFrom('inbox_round_trips')
    .where('inbox_id', '=', row.inbox_id)
    .where('started_at', '<', keptSince)
    .execute();
  await db.insertInto('inbox_round_trips').values(row).execute();
}

export async function patchRoundTrip(
  db: Transaction,
  uuid: string,
  patch: Omit<Updateable<DB['inbox_round_trips']>, 'problem'> & { problem?: MailProblem | null },
): Promise<void> {
  await db.updateTable('inbox_round_trips').set(patch).where('uuid', '=', uuid).execute();
}
