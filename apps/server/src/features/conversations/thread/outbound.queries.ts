import { type Selectable, sql } from 'kysely';
import type { DB, Reader, Transaction } from '../../../db/types.ts';
import type { MessageRow } from './messages.queries.ts';

export function findMessageById(db: Reader, id: number): Promise<MessageRow | undefined> {
  return db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findConversationById(db: Reader, id: number): Promise<Selectable<DB['conversations']> | undefined> {
  return db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A mail of the thread as the headers of the next one need it. */
export interface ThreadMail {
  type: string;
  /** The id under which the recipients have it: a relay's where one replaced ours. */
  mail_id: string;
  references: string[];
  is_auto_reply: boolean;
}

/** Public mails of a conversation that went out or came in before a message, newest first; failed and pending ones left out. */
export async function listThreadMails(
  db: Reader,
  message: Pick<MessageRow, 'id' | 'conversation_id'>,
  limit: number,
): Promise<ThreadMail[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['type', 'meta', sql<string>`coalesce(relay_source_id, source_id)`.as('mail_id')])
    .where('conversation_id', '=', message.conversation_id)
    .where('id', '<', message.id)
    .where('private', '=', false)
    .where('type', 'in', ['incoming', 'outgoing'])
    .where('status', 'in', ['received', 'sent'])
    .where('source_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ type, mail_id, meta }) => {
    const { references, in_reply_to, is_auto_reply } = meta as {
      references?: string[];
      in_reply_to?: string[];
      is_auto_reply?: boolean;
    };
    const known = references?.length ? references : (in_reply_to ?? []);
    return { type, mail_id, references: known, is_auto_reply: is_auto_reply === true };
  });
}

/** Whether a public message stands before this one in its conversation. */
export async function hasEarlierPublic(
  db: Reader,
  message: Pick<MessageRow, 'id' | 'conversation_id'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', message.conversation_id)
    .where('id', '<', message.id)
    .where('private', '=', false)
    .where('type', 'in', ['incoming', 'outgoing'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Who wrote a message, for the display name of From and for templates; undefined for nobody. */
export async function findSender(db: Reader, userId: number) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row && { ...row, email: row.email ?? '' };
}

export async function setRelayId(db: Transaction, messageId: number, relayId: string): Promise<void> {
  await db.updateTable('messages').set({ relay_source_id: relayId }).where('id', '=', messageId).execute();
}
