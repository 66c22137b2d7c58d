import { type RawBuilder, type Sql, sql } from 'kysely';

/**
 * The time of a new entry of a conversation: now, or a millisecond after the latest entry when that is not earlier, so that sorting
 * by time gives the order of writing (several entries of one unit share its instant).
 */
export function timeAfterLatest(conversationId: number | ReturnType<Sql['ref']>, now: Date): RawBuilder<Date> {
  return sql<Date>`greatest(${now}::timestamptz, (select created_at + interval '1 millisecond' from messages
    where conversation_id = ${conversationId} order by created_at desc, id desc limit 1))`;
}
