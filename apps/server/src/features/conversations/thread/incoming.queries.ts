import { sql } from 'kysely';
import type { Reader, Transaction } from '../../../db/types.ts';

/** Makes two arrivals of one mail, in two inboxes say, come one after the other until the end of the transaction. */
export async function lockMessageId(db: Transaction, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 711202614))`.execute(db);
}

/** A message that is the same mail: by Message-ID in any inbox and direction, or by its stand-in. */
export async function findSameMail(
  db: Reader,
  mail: { source_id: string | null; synthetic_id: string | null },
): Promise<{ id: number; inbox_id: number; type: string } | undefined> {
  const query = db.selectFrom('messages').select(['id', 'inbox_id', 'type']);
  if (mail.source_id !== null) {
    const named = await query.where('source_id', '=', mail.source_id).limit(1).executeTakeFirst();
    if (named) return named;
    return query.where('relay_source_id', '=', mail.source_id).limit(1).executeTakeFirst();
  }
  // The index leads with the inbox, and a threaded mail carries the inbox of its conversation.
  return query
    .where('inbox_id', '=', sql<number>`any(array(select id from inboxes))`)
    .where('synthetic_id', '=', mail.synthetic_id)
    .limit(1)
    .executeTakeFirst();
}

/** Conversations that a contact opened since a time, counted to a limit. */
export async function countConversationsSince(
  db: Reader,
  contactId: number,
  since: Date,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('created_at', '>', since)
    .limit(limit)
    .execute();
  return rows.length;
}
