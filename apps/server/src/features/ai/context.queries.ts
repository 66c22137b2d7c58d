import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';

/** An entry of a thread, as far as its text is concerned. */
export interface ThreadText {
  uuid: string;
  created_at: Date;
  type: 'incoming' | 'outgoing';
  private: boolean;
  text: string;
  sender_id: number;
  sender_type: string;
  sender: string;
}

/** More of one message is not read. */
const longestText = 20_000;

/**
 * What people wrote in a conversation, newest first: no activity and no surveys. Of what came in the text without quotes; what could not be sent is
 * left out.
 */
export async function listThreadTexts(
  db: Reader,
  conversationId: number,
  { notes, limit }: { notes: boolean; limit: number },
): Promise<ThreadText[]> {
  const rows = await db
    .selectFrom('messages')
    .leftJoin('users', 'users.id', 'messages.sender_id')
    .select([
      'messages.uuid',
      'messages.created_at',
      'messages.type',
      'messages.private',
      'messages.sender_id',
      'messages.sender_type',
    ])
    .select([
      sql<string>`left(coalesce(nullif(messages.reply_text, ''), messages.text_content), ${longestText})`.as('text'),
      sql<string>`concat_ws(' ', users.first_name, users.last_name)`.as('sender'),
    ])
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.type', 'in', ['incoming', 'outgoing'])
    .where('messages.status', '<>', 'failed')
    .where(sql<boolean>`(messages.meta -> 'is_csat') is distinct from 'true'`)
    .$if(!notes, (query) => query.where('messages.private', '=', false))
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute();
  return rows as ThreadText[];
}

/** The names of a conversation's contact and of everybody else outside of the desk who wrote in it. Found by id: contacts may be a million. */
export async function listOutsiders(
  db: Reader,
  { id, contact_id }: { id: number; contact_id: number },
): Promise<{ first_name: string; last_name: string }[]> {
  return db
    .selectFrom('users')
    .select(['first_name', sql<string>`coalesce(last_name, '')`.as('last_name')])
    .where(
      'id',
      '=',
      sql<number>`any(array(select ${contact_id}::int union all (select sender_id from messages
        where conversation_id = ${id} and sender_type = 'contact' order by created_at desc limit 200)))`,
    )
    .orderBy(sql`id = ${contact_id}`, 'desc')
    .limit(20)
    .execute();
}
