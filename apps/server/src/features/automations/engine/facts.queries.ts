import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';

/** What rules compare of a conversation and its contact. */
export interface FactRow {
  id: number;
  contact_email: string | null;
  subject: string;
  status_id: number;
  priority_id: number | null;
  assigned_team_id: number | null;
  assigned_user_id: number | null;
  inbox_id: number;
  created_at: Date;
  first_reply_at: Date | null;
  last_reply_at: Date | null;
  resolved_at: Date | null;
  custom_attributes: Record<string, unknown>;
  contact_attributes: Record<string, unknown>;
}

/** Conversations of these ids; those that are gone are missing. */
export async function findFactRows(db: Reader, ids: readonly number[]): Promise<FactRow[]> {
  const rows = await db
    .selectFrom('conversations')
    .innerJoin('users as contact', 'contact.id', 'conversations.contact_id')
    .select([
      'conversations.id',
      'contact.email as contact_email',
      'conversations.subject',
      'conversations.status_id',
      'conversations.priority_id',
      'conversations.assigned_team_id',
      'conversations.assigned_user_id',
      'conversations.inbox_id',
      'conversations.created_at',
      'conversations.first_reply_at',
      'conversations.last_reply_at',
      'conversations.resolved_at',
      'conversations.custom_attributes',
      'contact.custom_attributes as contact_attributes',
    ])
    .where('conversations.id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
  return rows as unknown as FactRow[];
}

/** The text of one message; undefined when it is gone. */
export async function findMessageText(db: Reader, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('messages').select('text_content').where('id', '=', id).executeTakeFirst();
  return row?.text_content;
}

/** By conversation, the text of its first or of its latest message that a customer or an agent sent to the other. */
export async function findPublicTexts(
  db: Reader,
  ids: readonly number[],
  which: 'first' | 'latest',
): Promise<Map<number, string>> {
  const order = which === 'first' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ conversation_id: number; text_content: string }>`
    select message.conversation_id, message.text_content
    from unnest(${[...ids]}::int[]) as asked (id)
      cross join lateral (
        select conversation_id, text_content from messages
        where conversation_id = asked.id and type in ('incoming', 'outgoing') and not private
        order by created_at ${order}, id ${order} limit 1
      ) as message`.execute(db);
  return new Map(rows.map((row) => [row.conversation_id, row.text_content]));
}
