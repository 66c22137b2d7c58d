import type { MailProblem } from '@bellhop/contract';
import { sql } from 'kysely';
import type { MailboxCursor } from '../../channels/channel.ts';
import type { Reader, Transaction } from '../../db/types.ts';

/** Enabled inboxes with at least one IMAP account, and their sealed configuration. */
export function listReceivingInboxes(db: Reader): Promise<{ id: number; config: unknown }[]> {
  return db
    .selectFrom('inboxes')
    .select(['id', 'config'])
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .where(sql<boolean>`jsonb_array_length(config -> 'imap') > 0`)
    .orderBy('id')
    .execute();
}

export async function findCursor(
  db: Reader,
  inbox_id: number,
  account: string,
  mailbox: string,
): Promise<MailboxCursor | null> {
  const row = await db
    .selectFrom('imap_cursors')
    .select(['uidvalidity', 'last_uid'])
    .where('inbox_id', '=', inbox_id)
    .where('account', '=', account)
    .where('mailbox', '=', mailbox)
    .executeTakeFirst();
  return row ?? null;
}

/** Remembers how far a mailbox was read. */
export async function upsertCursor(
  db: Transaction,
  row: { inbox_id: number; account: string; mailbox: string } & MailboxCursor,
): Promise<void> {
  await db
    .insertInto('imap_cursors')
    .values(row)
    .onConflict((oc) =>
      oc.columns(['inbox_id', 'account', 'mailbox']).doUpdateSet({
        uidvalidity: row.uidvalidity,
        last_uid: row.last_uid,
        updated_at: sql`now()`,
      }),
    )
    .execute();
}

/** The inbox's health; `updated_at` stays, because nobody edited it. Failing since the first of several times. */
export async function patchHealth(
  db: Transaction,
  id: number,
  health: {
    receive_state: string;
    failing_since?: Date | null;
    last_success_at?: Date;
    last_error?: string;
    last_problem?: MailProblem;
    last_error_at?: Date;
  },
): Promise<void> {
  const { failing_since: since, ...rest } = health;
  const failing_since = since ? sql<Date>`coalesce(failing_since, ${since})` : since;
  await db
    .updateTable('inboxes')
    .set({ ...rest, ...(failing_since !== undefined && { failing_since }) })
    .where('id', '=', id)
    .execute();
}

/** Mail has come in over the local listener; inboxes with IMAP accounts are left out. In the order of ids, as everybody locks them. */
export async function noteLocalDelivery(db: Transaction, ids: readonly number[], at: Date): Promise<void> {
  await sql`
    with due as materialized (
      select id from inboxes
      where id = any(${[...ids]}) and coalesce(jsonb_array_length(config -> 'imap'), 0) = 0
      order by id for update
    )
    update inboxes set receive_state = 'idle', last_success_at = ${at} from due where inboxes.id = due.id`.execute(db);
}
