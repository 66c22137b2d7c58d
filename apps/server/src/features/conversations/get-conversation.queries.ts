import type { Viewer } from '@bellhop/rules';
import { sql } from 'kysely';
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

/**
 * The contact's latest conversations without this one, as far as the viewer may read them (behaviour B13.1.4). Their ids come
 * first, out of the index alone: some contacts have thousands.
 */
export async function listPrevious(db: Reader, viewer: Viewer, uuid: string, limit: number): Promise<PreviousRow[]> {
  const { rows } = await sql<PreviousRow>`
    with current as materialized (select id, contact_id from conversations where uuid = ${uuid}),
    latest as materialized (
      select conversations.id from conversations
      where conversations.contact_id = (select contact_id from current)
        and conversations.id <> (select id from current) and ${visibleTo(viewer)}
      order by conversations.created_at desc, conversations.id desc limit ${limit}
    )
    select conversations.uuid, conversations.subject, conversations.created_at,
      (select name from conversation_statuses where id = conversations.status_id) as status,
      contact.first_name, contact.last_name, contact.avatar_url,
      conversations.last_message, conversations.last_message_at
    from latest join conversations on conversations.id = latest.id
    join users as contact on contact.id = conversations.contact_id
    order by conversations.created_at desc, conversations.id desc`.execute(db);
  return rows;
}
