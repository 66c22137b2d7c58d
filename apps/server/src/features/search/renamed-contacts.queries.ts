import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** A contact that was renamed, and the id below which its conversations still have the former name. */
export interface RenamedContact {
  contact_id: number;
  below: number;
}

/** One renamed contact, locked until the transaction ends, that no other process works on; undefined when there is none. */
export async function lockRenamedContact(db: Transaction): Promise<RenamedContact | undefined> {
  return db
    .selectFrom('contact_search_backlog')
    .select(['contact_id', 'below'])
    .orderBy('contact_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** The next of the contact's conversations, newest id first. */
export async function listOutdated(
  db: Reader,
  { contact_id, below }: RenamedContact,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('conversations')
    .where('contact_id', '=', contact_id)
    .where('id', '<', below)
    .select('id')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Writes the present texts of conversations. */
export async function refreshConversations(db: Transaction, ids: readonly number[]): Promise<void> {
  await sql`update conversation_search set folded = conversation_search_text(conversations) from conversations
    where conversations.id = conversation_search.conversation_id and conversations.id = any(${[...ids]}::int[])`.execute(
    db,
  );
}

/** Moves a contact's mark; null ends its backlog. */
export async function moveRenamedContact(db: Transaction, contactId: number, below: number | null): Promise<void> {
  if (below === null) await db.deleteFrom('contact_search_backlog').where('contact_id', '=', contactId).execute();
  else await db.updateTable('contact_search_backlog').set({ below }).where('contact_id', '=', contactId).execute();
}
