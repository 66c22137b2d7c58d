import type { Reader, Transaction } from '../../../db/types.ts';

interface Tag {
  id: number;
  name: string;
}

/** A conversation's tags by name. */
export function listTags(db: Reader, conversationId: number): Promise<Tag[]> {
  return db
    .selectFrom('conversation_tags')
    .innerJoin('tags', 'tags.id', 'conversation_tags.tag_id')
    .select(['tags.id', 'tags.name'])
    .where('conversation_tags.conversation_id', '=', conversationId)
    .orderBy('tags.name')
    .execute();
}

export async function insertTags(db: Transaction, conversationId: number, tags: readonly Tag[]): Promise<void> {
  if (tags.length === 0) return;
  await db
    .insertInto('conversation_tags')
    .values(tags.map((tag) => ({ conversation_id: conversationId, tag_id: tag.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteTags(db: Transaction, conversationId: number, tags: readonly Tag[]): Promise<void> {
  if (tags.length === 0) return;
  const ids = tags.map((tag) => tag.id);
  await db
    .deleteFrom('conversation_tags')
    .where('conversation_id', '=', conversationId)
    .where('tag_id', 'in', ids)
    .execute();
}
