import { type Selectable, sql } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import { locks } from '../../db/locks.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type RawMail = Selectable<DB['raw_mails']>;

/** With the word in the statement each plan that PostgreSQL keeps can use the index of those that wait, which is small. */
const waits = sql<boolean>`raw_mails.state = 'stored'`;

/** A mail that has just come; the columns of IMAP are missing in one that came by SMTP, and the other way round. */
export type NewRawMail = Pick<
  RawMail,
  'inbox_id' | 'source' | 'storage_key' | 'size' | 'sha256' | 'received_at' | 'next_attempt_at'
> &
  Partial<
    Pick<
      RawMail,
      | 'envelope_from'
      | 'envelope_to'
      | 'account'
      | 'mailbox'
      | 'uidvalidity'
      | 'uid'
      | 'state'
      | 'error'
      | 'failed_step'
    >
  > & { decision?: object };

/** Inserts mails that are not there yet, in their order; an IMAP message is known by its UID. */
export async function insertRawMails(db: Transaction, rows: readonly NewRawMail[]): Promise<void> {
  const given = rows.map(({ sha256, ...row }) => ({ ...row, sha256: sha256.toString('hex') }));
  await sql`
    insert into raw_mails (inbox_id, received_at, source, storage_key, size, sha256, envelope_from, envelope_to, account,
      mailbox, uidvalidity, uid, state, next_attempt_at, error, failed_step, decision)
    select inbox_id, received_at, source, storage_key, size, decode(sha256, 'hex'), envelope_from,
      coalesce(envelope_to, '{}'), account, mailbox, uidvalidity, uid, coalesce(state, 'stored'), next_attempt_at, error,
      failed_step, coalesce(decision, '{}')
    from json_to_recordset(${jsonRows(given)}::json) as mail (
      inbox_id int, received_at timestamptz, source text, storage_key text, size int, sha256 text, envelope_from text,
      envelope_to text[], account text, mailbox text, uidvalidity text, uid bigint, state text, next_attempt_at timestamptz,
      error text, failed_step text, decision jsonb)
    on conflict (inbox_id, account, mailbox, uidvalidity, uid) where uid is not null do nothing`.execute(db);
}

/** A page of quarantined mails, newest first, with the names of their inboxes. */
export function listQuarantined(
  db: Reader,
  page: { limit: number; offset: number },
): Promise<(RawMail & { inbox_name: string })[]> {
  return db
    .selectFrom('raw_mails')
    .innerJoin('inboxes', 'inboxes.id', 'raw_mails.inbox_id')
    .selectAll('raw_mails')
    .select('inboxes.name as inbox_name')
    .where('state', '=', 'quarantined')
    .orderBy('raw_mails.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countQuarantined(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('raw_mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'quarantined')
    .executeTakeFirstOrThrow();
  return count;
}

export function findQuarantined(db: Reader, id: number): Promise<RawMail | undefined> {
  return db
    .selectFrom('raw_mails')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .executeTakeFirst();
}

/** Makes every quarantined mail with a source wait again; answers their inboxes, each as often as it has some. */
export async function requeueAllQuarantined(db: Transaction, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable('raw_mails')
    .set({ state: 'stored', attempts: 0, next_attempt_at: now, error: null, failed_step: null })
    .where('state', '=', 'quarantined')
    .where('failed_step', 'is distinct from', 'fetch')
    .where(sql<boolean>`decision ->> 'unreadable' is null`)
    .returning('inbox_id')
    .execute();
  return rows.map((row) => row.inbox_id);
}

/** Makes a quarantined mail wait again as if it had just come; undefined when there is no such one. */
export async function requeueQuarantined(db: Transaction, id: number, now: Date): Promise<number | undefined> {
  const row = await db
    .updateTable('raw_mails')
    .set({ state: 'stored', attempts: 0, next_attempt_at: now, error: null, failed_step: null })
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .returning('inbox_id')
    .executeTakeFirst();
  return row?.inbox_id;
}

/** Waiting mails of an inbox that are due, oldest first, without some. */
export function listWaitingMails(
  db: Reader,
  options: { inbox_id: number; now: Date; limit: number; except: readonly number[] },
): Promise<RawMail[]> {
  return db
    .selectFrom('raw_mails')
    .selectAll()
    .where('inbox_id', '=', options.inbox_id)
    .where(waits)
    .where('next_attempt_at', '<=', options.now)
    .where(sql<boolean>`id <> all(${[...options.except]}::bigint[])`)
    .orderBy('id')
    .limit(options.limit)
    .execute();
}

/**
 * Makes this transaction the only one that takes in mail of the inbox, and answers which of the mails still wait. Two processes
 * that believe to have the same job thus keep the order and take nothing twice.
 */
export async function lockWaitingMails(db: Transaction, inboxId: number, ids: readonly number[]): Promise<Set<number>> {
  await sql`select pg_advisory_xact_lock(${locks.mail_intake}::int, ${inboxId}::int)`.execute(db);
  const rows = await db
    .selectFrom('raw_mails')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'stored')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** When the next waiting mail of an inbox is due; undefined when none waits. */
export async function nextMailDue(db: Reader, inboxId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('raw_mails')
    .select((eb) => eb.fn.min('next_attempt_at').as('due'))
    .where('inbox_id', '=', inboxId)
    .where(waits)
    .executeTakeFirst();
  return row?.due ?? undefined;
}

/** Inboxes that have waiting mails at all. */
export async function listInboxesWithWaitingMail(db: Reader): Promise<number[]> {
  const rows = await db.selectFrom('raw_mails').select('inbox_id').distinct().where(waits).execute();
  return rows.map((row) => row.inbox_id);
}

/** Counts attempts before they are made, so that a mail which ends the process is known afterwards. */
export async function countAttempts(db: Transaction, ids: readonly number[]): Promise<void> {
  // The count must outlive this process, not a power failure: no need to wait for the disk.
  await sql`set local synchronous_commit to off`.execute(db);
  await db.updateTable('raw_mails').set({ attempts: sql`attempts + 1` }).where('id', '=', anyOf(ids)).execute();
}

/** Takes counted attempts back that were not made after all. */
export async function uncountAttempts(db: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('raw_mails')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('id', '=', anyOf(ids))
    .where('state', '=', 'stored')
    .execute();
}

/** Where a mail failed: the server never handed it over, reading it, storing it, or it ended the process. */
export type FailedStep = 'fetch' | 'read' | 'store' | 'crash';

/** What became of a mail that was taken in or left out. */
export interface SettledMail {
  id: number;
  state: 'processed' | 'skipped';
  message_id: string | null;
  sender: string | null;
  subject: string | null;
  decision: Record<string, unknown>;
}

/** Writes down what became of mails. */
export async function settleRawMails(db: Transaction, mails: readonly SettledMail[], now: Date): Promise<void> {
  await sql`
    update raw_mails set state = settled.state, message_id = settled.message_id, sender = settled.sender,
      subject = settled.subject, decision = settled.decision, error = null, processed_at = ${now}
    from jsonb_to_recordset(${jsonRows(mails)}::jsonb) as settled
      (id bigint, state text, message_id text, sender text, subject text, decision jsonb)
    where raw_mails.id = settled.id`.execute(db);
}

/** Notes a failure of a mail that still waits: when it is tried again, or that it is put aside. */
export async function patchRawMail(
  db: Transaction,
  id: number,
  patch: { error: string } & (
    | { next_attempt_at: Date }
    | {
        state: 'quarantined';
        failed_step: FailedStep;
        processed_at: Date;
        message_id?: string | null;
        sender?: string | null;
        subject?: string | null;
      }
  ),
): Promise<void> {
  await db.updateTable('raw_mails').set(patch).where('id', '=', id).where('state', '=', 'stored').execute();
}

/**
 * Mails that were settled before a time and whose source is still there, oldest first. A source is shared while a mail of another
 * inbox needs it: one that waits, is quarantined, or is not old enough.
 */
export async function listExpiredSources(
  db: Reader,
  before: Date,
  limit: number,
): Promise<{ id: number; storage_key: string; is_shared: boolean }[]> {
  const { rows } = await sql<{ id: number; storage_key: string; is_shared: boolean }>`
    select id, storage_key, exists (
      select 1 from raw_mails other
      where other.storage_key = mail.storage_key and other.id <> mail.id and other.source_deleted_at is null
        and not (other.state in ('processed', 'skipped') and other.processed_at < ${before})) as is_shared
    from raw_mails mail
    where source_deleted_at is null and state in ('processed', 'skipped') and processed_at < ${before}
    order by processed_at limit ${limit}`.execute(db);
  return rows;
}

/** Notes that the sources of mails are no longer kept. */
export async function markSourcesDeleted(db: Transaction, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('raw_mails').set({ source_deleted_at: now }).where('id', '=', anyOf(ids)).execute();
}

/** One parameter, however many there are: the statement stays the same and is planned once. */
function anyOf(ids: readonly number[]) {
  return sql<number>`any(${[...ids]}::bigint[])`;
}
