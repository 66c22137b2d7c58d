import { type Insertable, type Selectable, sql } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type RawMail = Selectable<DB['raw_mails']>;

/** Inserts mails that are not there yet; an IMAP message is known by its UID. Answers the ids of the new ones. */
export async function insertRawMails(db: Transaction, rows: Insertable<DB['raw_mails']>[]): Promise<number[]> {
  const inserted = await db
    .insertInto('raw_mails')
    .values(rows)
    .onConflict((oc) =>
      oc.columns(['inbox_id', 'account', 'mailbox', 'uidvalidity', 'uid']).where('uid', 'is not', null).doNothing(),
    )
    .returning('id')
    .execute();
  return inserted.map((row) => row.id);
}

/** Quarantined mails, newest first. */
export function listQuarantined(db: Reader, limit: number): Promise<RawMail[]> {
  return db
    .selectFrom('raw_mails')
    .selectAll()
    .where('state', '=', 'quarantined')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countQuarantined(db: Reader, inboxId: number): Promise<number> {
  const { count } = await db
    .selectFrom('raw_mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('inbox_id', '=', inboxId)
    .where('state', '=', 'quarantined')
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes a quarantined mail wait again as if it had just come; undefined when there is no such one. */
export async function requeueQuarantined(db: Transaction, id: number, now: Date): Promise<number | undefined> {
  const row = await db
    .updateTable('raw_mails')
    .set({ state: 'stored', attempts: 0, next_attempt_at: now, error: null })
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .returning('inbox_id')
    .executeTakeFirst();
  return row?.inbox_id;
}

/** Waiting mails of an inbox that are due, oldest first, from `afterId` on. */
export function listWaitingMails(
  db: Reader,
  options: { inbox_id: number; after_id: number; due_at: Date; limit: number },
): Promise<RawMail[]> {
  return db
    .selectFrom('raw_mails')
    .selectAll()
    .where('inbox_id', '=', options.inbox_id)
    .where('state', '=', 'stored')
    .where('id', '>', options.after_id)
    .where('next_attempt_at', '<=', options.due_at)
    .orderBy('id')
    .limit(options.limit)
    .execute();
}

/** When the next waiting mail of an inbox is due; undefined when none waits. */
export async function nextMailDue(db: Reader, inboxId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('raw_mails')
    .select((eb) => eb.fn.min('next_attempt_at').as('due'))
    .where('inbox_id', '=', inboxId)
    .where('state', '=', 'stored')
    .executeTakeFirst();
  return row?.due ?? undefined;
}

/** Inboxes that have waiting mails at all. */
export async function listInboxesWithWaitingMail(db: Reader): Promise<number[]> {
  const rows = await db.selectFrom('raw_mails').select('inbox_id').distinct().where('state', '=', 'stored').execute();
  return rows.map((row) => row.inbox_id);
}

/** Counts attempts before they are made, so that a mail which ends the process is known afterwards. */
export async function countAttempts(db: Transaction, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('raw_mails')
    .set({ attempts: sql`attempts + 1` })
    .where('id', 'in', [...ids])
    .execute();
}

/** What became of a mail, or when it is tried again. */
export async function patchRawMail(
  db: Transaction,
  id: number,
  patch: Partial<{
    state: 'processed' | 'skipped' | 'quarantined';
    next_attempt_at: Date;
    attempts: number;
    error: string | null;
    message_id: string | null;
    sender: string | null;
    subject: string | null;
    processed_at: Date;
    decision: Record<string, unknown>;
  }>,
): Promise<void> {
  const { decision, ...plain } = patch;
  await db
    .updateTable('raw_mails')
    .set({ ...plain, ...(decision && { decision: JSON.stringify(decision) }) })
    .where('id', '=', id)
    .execute();
}
