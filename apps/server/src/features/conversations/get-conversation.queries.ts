import type { Viewer } from '@bellhop/rules';
import type { Reader } from '../../db/types.ts';
import { visibleTo } from './access.queries.ts';

/** A contact's earlier conversation, short. */
export interface PreviousRow {
  uuid: string;
  subject: string;
  created_at: Date;
  status: string;
  first_name: string;
  last_name: string;
  avatar_url: string | null;
  last_message: string | null;
  last_message_at: Date;
}

/** The contact's latest conversations without this one, as far as the viewer may read them (behaviour B13.1.4). */
export function listPrevious(db: Reader, viewer: Viewer, uuid: string, limit: number): Promise<PreviousRow[]> {
  return db
    .selectFrom('conversations')
    .innerJoin('users as contact', 'contact.id', 'conversations.contact_id')
    .innerJoin('conversation_statuses as status', 'status.id', 'conversations.status_id')
    .select([
      'conversations.uuid',
      'conversations.subject',
      'conversations.created_at',
      'status.name as status',
      'contact.first_name',
      'contact.last_name',
      'contact.avatar_url',
      'conversations.last_message',
      'conversations.last_message_at',
    ])
    .where('conversations.contact_id', '=', (eb) =>
      eb.selectFrom('conversations as current').select('current.contact_id').where('current.uuid', '=', uuid),
    )
    .where('conversations.uuid', '<>', uuid)
    .where(visibleTo(viewer))
    .orderBy('conversations.created_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .limit(limit)
    .execute();
}
