import { sql } from 'kysely';
import { jsonRows } from '../../../db/json-rows.ts';
import type { Reader, Transaction } from '../../../db/types.ts';

/** A message that has no words yet. */
export interface UnsearchableMessage {
  id: number;
  conversation_id: number;
  created_at: Date;
  type: string;
  text_content: string;
  sender_id: number;
  meta: Record<string, unknown>;
  subject: string;
}

/** Writes the words of messages, each the text of a `tsvector`; those that have some already keep them. */
export async function insertMessageWords(
  db: Transaction,
  rows: readonly { id: number; conversation_id: number; created_at: Date; words: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into message_search (message_id, conversation_id, created_at, words)
    select id, conversation_id, created_at, search_words(words, created_at) from json_to_recordset(${jsonRows(rows)}::json)
      as message (id bigint, conversation_id int, created_at timestamptz, words text)
    on conflict do nothing`.execute(db);
}

/** Below which id messages have no words, locked against other workers; null when all have some. */
export async function lockBacklog(db: Transaction): Promise<number | null> {
  const row = await db.selectFrom('search_backlog').select('below').limit(1).forUpdate().executeTakeFirst();
  return row?.below ?? null;
}

/** The next messages of the backlog, newest first. */
export async function listUnsearchable(db: Reader, below: number, limit: number): Promise<UnsearchableMessage[]> {
  const { rows } = await sql<UnsearchableMessage>`
    select messages.id, conversation_id, messages.created_at, type, left(text_content, 200000) as text_content, sender_id,
      meta, conversations.subject
    from messages join conversations on conversations.id = conversation_id
    where messages.id < ${below} order by messages.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Moves the mark; null ends the backlog. */
export async function moveBacklog(db: Transaction, below: number | null): Promise<void> {
  if (below === null) await db.deleteFrom('search_backlog').execute();
  else await db.updateTable('search_backlog').set({ below }).execute();
}
