import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';
import type { MessageRow } from './messages.queries.ts';

/** Public replies of ours by the Message-ID that we gave, or that a relay put in its place. */
export async function listRepliesByIds(db: Reader, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('messages')
    .selectAll()
    .where('type', '=', 'outgoing')
    .where('private', '=', false)
    .where((eb) => eb.or([eb('source_id', 'in', [...ids]), eb('relay_source_id', 'in', [...ids])]))
    .execute();
}

/** Our latest sent reply to one of the addresses in a conversation, where a relay's Message-ID is not known. */
export function findLatestReplyTo(
  db: Reader,
  conversationUuid: string,
  addresses: readonly string[],
): Promise<MessageRow | undefined> {
  const list = sql`${[...addresses]}::text[]`;
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', (eb) =>
      eb.selectFrom('conversations').select('id').where('uuid', '=', conversationUuid),
    )
    .where('type', '=', 'outgoing')
    .where('private', '=', false)
    .where('status', '=', 'sent')
    .where(sql<boolean>`(meta -> 'to' ?| ${list} or meta -> 'cc' ?| ${list} or meta -> 'bcc' ?| ${list})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
