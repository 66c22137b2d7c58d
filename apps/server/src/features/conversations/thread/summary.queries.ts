import type { Reader } from '../../../db/types.ts';
import type { MessageRow } from './messages.queries.ts';

/** The entries that a conversation's summary shows: its last one beside activity, and its last public one (behaviour 1.11). */
export async function findLatestEntries(
  db: Reader,
  conversationId: number,
): Promise<{ entry: MessageRow | undefined; letter: MessageRow | undefined }> {
  const latest = db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('type', '<>', 'activity')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  const entry = await latest.executeTakeFirst();
  const letter = entry?.private ? await latest.where('private', '=', false).executeTakeFirst() : entry;
  return { entry, letter };
}
