import { type RawBuilder, sql } from 'kysely';
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

/**
 * Puts the agent's last visit right before the customer's last message, without one before the last note of somebody else. Answers
 * the visit's time, undefined where there is neither.
 */
export async function upsertUnseen(
  db: Transaction,
  { conversation_id, user_id }: { conversation_id: number; user_id: number },
): Promise<Date | undefined> {
  const latest = (condition: RawBuilder<unknown>) => sql`(select created_at from messages
    where conversation_id = ${conversation_id} and ${condition} order by created_at desc, id desc limit 1)`;
  const { rows } = await sql<{ seen_at: Date }>`insert into conversation_seen (conversation_id, user_id, seen_at)
    select ${conversation_id}, ${user_id}, first_unread - interval '1 microsecond' from (select coalesce(
      ${latest(sql`type = 'incoming'`)},
      ${latest(sql`type = 'outgoing' and private and sender_id <> ${user_id}`)}) as first_unread) as unread
    where first_unread is not null
    on conflict (conversation_id, user_id) do update set seen_at = excluded.seen_at
    returning seen_at`.execute(db);
  return rows[0]?.seen_at;
}
