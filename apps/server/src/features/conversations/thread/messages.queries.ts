import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { jsonText } from '../../../db/json-rows.ts';
import type { DB, Reader, Transaction } from '../../../db/types.ts';
import { timeAfterLatest } from './message-time.queries.ts';

export type MessageRow = Selectable<DB['messages']>;

/** What a new thread entry needs; conversation, inbox and time come from where it is written. */
export interface NewMessage
  extends Pick<
      Insertable<DB['messages']>,
      | 'uuid'
      | 'content_safe'
      | 'reply_text'
      | 'plain_alternative'
      | 'source_id'
      | 'synthetic_id'
      | 'raw_mail_id'
      | 'send_id'
    >,
    Pick<Selectable<DB['messages']>, 'private' | 'sender_id' | 'content' | 'text_content'> {
  type: 'incoming' | 'outgoing' | 'activity';
  status: 'received' | 'pending' | 'sent' | 'failed';
  sender_type: 'agent' | 'contact';
  content_type: 'html' | 'text';
  meta: Record<string, unknown>;
}

/**
 * Inserts a thread entry, with its words for search if it has any, and makes its sender a participant. Mails that come in are
 * inserted by `insertIncomingMessages`.
 */
export function insertMessageRow(
  db: Transaction,
  values: NewMessage & { conversation_id: number; inbox_id: number; now: Date; words: string | null },
): Promise<MessageRow> {
  const { now, meta, words, ...rest } = values;
  const at = timeAfterLatest(values.conversation_id, now);
  return db
    .with('message', (cte) =>
      cte
        .insertInto('messages')
        .values({ ...rest, meta: jsonText(meta), created_at: at, updated_at: at })
        .returningAll(),
    )
    .with('searchable', (cte) =>
      cte
        .insertInto('message_search')
        .columns(['message_id', 'conversation_id', 'created_at', 'words'])
        .expression((eb) =>
          eb
            .selectFrom('message')
            .select([
              'id',
              'conversation_id',
              'created_at',
              sql<string>`search_words(${words}, created_at)`.as('words'),
            ])
            .where(sql<boolean>`${words}::text is not null`),
        ),
    )
    .with('participant', (cte) =>
      cte
        .insertInto('conversation_participants')
        .values({ conversation_id: values.conversation_id, user_id: values.sender_id, created_at: now })
        .onConflict((conflict) => conflict.doNothing()),
    )
    .selectFrom('message')
    .selectAll()
    .executeTakeFirstOrThrow();
}

export function patchMessageRow(
  db: Transaction,
  id: number,
  patch: Omit<Updateable<DB['messages']>, 'id' | 'uuid' | 'meta'> & { meta?: Record<string, unknown> },
): Promise<MessageRow> {
  const { meta, ...rest } = patch;
  return db
    .updateTable('messages')
    .set(meta === undefined ? rest : { ...rest, meta: jsonText(meta) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The entry, if it belongs to the conversation. */
export function findMessage(db: Reader, conversationId: number, uuid: string): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** What this agent has stored in the conversation under a name of its own. */
export function findSent(
  db: Reader,
  sent: { conversation_id: number; sender_id: number; send_id: string },
): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', sent.conversation_id)
    .where('sender_id', '=', sent.sender_id)
    .where('send_id', '=', sent.send_id)
    .executeTakeFirst();
}

/** Time of the earliest customer's message that came after an entry, machines' notes left out; null when none did. */
export async function findIncomingAfter(db: Reader, message: MessageRow): Promise<Date | null> {
  const row = await db
    .selectFrom('messages')
    .select('created_at')
    .where('conversation_id', '=', message.conversation_id)
    .where('type', '=', 'incoming')
    .where(sql<boolean>`meta -> 'is_auto_reply' is distinct from 'true'`)
    .where('created_at', '>', message.created_at)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Takes an entry out of its thread, with its words for search. */
export async function deleteMessage(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('messages').where('id', '=', id).execute();
}
