import { sql } from 'kysely';
import type { Transaction } from '../../../db/types.ts';

/** Sets the agent's last visit to now, or to the latest entry's time where that is ahead by the spacing of entries. */
export async function upsertSeen(
  db: Transaction,
  values: { conversation_id: number; user_id: number; now: Date },
): Promise<Date> {
  const { now, ...key } = values;
  const seen_at = sql<Date>`greatest(${now}::timestamptz, (select created_at from messages
    where conversation_id = ${key.conversation_id} order by created_at desc, id desc limit 1))`;
  const row = await db
    .insertInto('conversation_seen')
    .values({ ...key, seen_at })
    .onConflict((conflict) => conflict.columns(['conversation_id', 'user_id']).doUpdateSet({ seen_at }))
    .returning('seen_at')
    .executeTakeFirstOrThrow();
  return row.seen_at;
}
