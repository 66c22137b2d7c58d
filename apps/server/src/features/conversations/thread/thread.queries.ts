import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';
import type { MessageRow } from './messages.queries.ts';

/** A thread entry with how its delivery stands; the five are null for everything but replies. */
export interface ThreadRow extends MessageRow {
  delivery_state: string | null;
  delivery_due_at: Date | null;
  delivery_attempts: number | null;
  delivery_error: string | null;
  undo_until: Date | null;
}

function selectThread(db: Reader) {
  return db
    .selectFrom('messages')
    .leftJoin('outgoing_mails as mail', 'mail.message_id', 'messages.id')
    .selectAll('messages')
    .select([
      'mail.state as delivery_state',
      'mail.due_at as delivery_due_at',
      'mail.attempts as delivery_attempts',
      'mail.error as delivery_error',
      sql<Date | null>`case when mail.undo_draft is not null then mail.undo_until end`.as('undo_until'),
    ]);
}

/** One page of a thread, newest first. */
export function listThread(db: Reader, uuid: string, page: { limit: number; offset: number }): Promise<ThreadRow[]> {
  return selectThread(db)
    .where('messages.conversation_id', '=', idOf(uuid))
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** An entry of the thread that a page lies beside. */
export interface Anchor {
  conversation_id: number;
  uuid: string;
}

/** Whether the conversation has such an entry. */
export async function hasEntry(db: Reader, { conversation_id, uuid }: Anchor): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('uuid', '=', uuid)
    .where('conversation_id', '=', conversation_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Entries older than another, newest first; with `isInclusive` that one as well. */
export function listOlder(
  db: Reader,
  { conversation_id, uuid }: Anchor,
  { limit, isInclusive = false }: { limit: number; isInclusive?: boolean },
): Promise<ThreadRow[]> {
  return selectThread(db)
    .where('messages.conversation_id', '=', conversation_id)
    .where(sql<boolean>`(messages.created_at, messages.id) ${sql.raw(isInclusive ? '<=' : '<')} ${placeOf(uuid)}`)
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute();
}

/** Entries newer than another: those next to it, newest first. */
export async function listNewer(
  db: Reader,
  { conversation_id, uuid }: Anchor,
  { limit }: { limit: number },
): Promise<ThreadRow[]> {
  const rows = await selectThread(db)
    .where('messages.conversation_id', '=', conversation_id)
    .where(sql<boolean>`(messages.created_at, messages.id) > ${placeOf(uuid)}`)
    .orderBy('messages.created_at')
    .orderBy('messages.id')
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** Two subselects, because the planner does not look for a pair from one in the index. */
function placeOf(uuid: string) {
  return sql`((select created_at from messages where uuid = ${uuid}), (select id from messages where uuid = ${uuid}))`;
}

export async function countThread(db: Reader, uuid: string): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('conversation_id', '=', idOf(uuid))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** So that a thread is read in the same round trip as its conversation. */
function idOf(uuid: string) {
  return sql<number>`(select id from conversations where uuid = ${uuid})`;
}

/** The entry, if it belongs to the conversation. */
export function findThreadRow(db: Reader, conversationId: number, uuid: string): Promise<ThreadRow | undefined> {
  return selectThread(db)
    .where('messages.uuid', '=', uuid)
    .where('messages.conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** Entries of whichever conversations by row id. */
export function listByIds(db: Reader, ids: readonly number[]): Promise<ThreadRow[]> {
  return selectThread(db)
    .where('messages.id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
}

/** Public messages that came into the change log after a number and that this agent did not write, oldest first. */
export function listNewerPublic(
  db: Reader,
  since: { conversation_id: number; seq: number; not_by: number },
): Promise<ThreadRow[]> {
  return selectThread(db)
    .where('messages.conversation_id', '=', since.conversation_id)
    .where('messages.private', '=', false)
    .where('messages.type', 'in', ['incoming', 'outgoing'])
    .where((eb) => eb.or([eb('messages.type', '=', 'incoming'), eb('messages.sender_id', '<>', since.not_by)]))
    .where(
      'messages.uuid',
      'in',
      sql<string>`(select (frame #>> '{data,uuid}')::uuid from events
        where conversation_id = ${since.conversation_id} and seq > ${since.seq}
          and frame ->> 'type' = 'new_message')`,
    )
    .orderBy('messages.created_at')
    .orderBy('messages.id')
    .execute();
}
