import { type Selectable, sql } from 'kysely';
import { jsonText } from '../../db/json-rows.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type SystemMailRecord = Selectable<DB['system_mails']>;

/** Stores a mail that is due now; answers its number. */
export async function insertSystemMail(
  db: Transaction,
  row: { kind: string; recipient: string; values: Record<string, string>; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('system_mails')
    .values({
      kind: row.kind,
      recipient: row.recipient,
      content: jsonText(row.values),
      created_at: row.now,
      due_at: row.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function findSystemMail(db: Reader, id: number): Promise<SystemMailRecord | undefined> {
  return db.selectFrom('system_mails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Writes down how an attempt ended. What the mail said is forgotten with its last. */
export async function patchSystemMail(
  db: Transaction,
  id: number,
  outcome: { state: 'sent' | 'failed' | 'dropped'; attempts: number; error: string | null; finished_at: Date },
): Promise<void> {
  await db
    .updateTable('system_mails')
    .set({ ...outcome, content: null })
    .where('id', '=', id)
    .execute();
}

/** Ends mails that were not handed over. */
export async function dropUnsent(db: Transaction, ids: readonly number[], finished_at: Date): Promise<void> {
  await db
    .updateTable('system_mails')
    .set({ state: 'dropped', content: null, finished_at })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('finished_at', 'is', null)
    .execute();
}

/** An attempt failed and another follows. */
export async function postponeSystemMail(
  db: Transaction,
  id: number,
  attempt: { attempts: number; error: string; due_at: Date },
): Promise<void> {
  await db
    .updateTable('system_mails')
    .set({ ...attempt, state: 'retrying' })
    .where('id', '=', id)
    .execute();
}

/** Deletes those that ended and are from before a time. */
export async function deleteEnded(db: Transaction, before: Date): Promise<void> {
  await db.deleteFrom('system_mails').where('created_at', '<', before).where('finished_at', 'is not', null).execute();
}
