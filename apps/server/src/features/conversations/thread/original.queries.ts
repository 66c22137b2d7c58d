import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';

/** What tells where a message's original lies. `storage_key` is null for everything that did not come as a mail. */
export interface OriginalRow {
  uuid: string;
  type: string;
  private: boolean;
  storage_key: string | null;
  delivery_state: string | null;
  /** The mail says what the thread may not show: it is a survey, or quotes one. */
  is_secret: boolean;
}

/** The entry, if it belongs to the conversation. */
export function findOriginal(db: Reader, conversationId: number, uuid: string): Promise<OriginalRow | undefined> {
  return db
    .selectFrom('messages')
    .leftJoin('raw_mails', 'raw_mails.id', 'messages.raw_mail_id')
    .leftJoin('outgoing_mails', 'outgoing_mails.message_id', 'messages.id')
    .select([
      'messages.uuid',
      'messages.type',
      'messages.private',
      'raw_mails.storage_key',
      'outgoing_mails.state as delivery_state',
      sql<boolean>`outgoing_mails.letter is not null or messages.meta -> 'hides_link' is not distinct from 'true'`.as(
        'is_secret',
      ),
    ])
    .where('messages.uuid', '=', uuid)
    .where('messages.conversation_id', '=', conversationId)
    .executeTakeFirst();
}

/** How a mail came in and what was decided about it; `source` is null for an entry that did not come as a mail. */
export function findArrival(db: Reader, conversationId: number, uuid: string) {
  return db
    .selectFrom('messages')
    .leftJoin('raw_mails', 'raw_mails.id', 'messages.raw_mail_id')
    .leftJoin('inboxes', 'inboxes.id', 'raw_mails.inbox_id')
    .select([
      'raw_mails.source',
      'raw_mails.received_at',
      'raw_mails.decision',
      'inboxes.id as inbox_id',
      'inboxes.name as inbox_name',
    ])
    .where('messages.uuid', '=', uuid)
    .where('messages.conversation_id', '=', conversationId)
    .executeTakeFirst();
}
