import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';
import type { MessageRow } from './messages.queries.ts';

/** A thread entry with how its delivery stands; the four are null for everything but replies. */
export interface ThreadRow extends MessageRow {
  delivery_state: string | null;
  delivery_due_at: Date | null;
  delivery_attempts: number | null;
  delivery_error: string | null;
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
