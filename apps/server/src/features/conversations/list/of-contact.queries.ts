import type { Viewer } from '@bellhop/rules';
import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';
import { visibleTo } from '../access.queries.ts';

/** A conversation in its contact's history. */
export interface OfContactRow {
  uuid: string;
  reference_number: string;
  subject: string;
  status: string;
  inbox_name: string;
  assigned_user_id: number | null;
  assigned_team_id: number | null;
  created_at: Date;
  last_message: string | null;
  last_message_at: Date | null;
}

/** Whether a contact has such an id; deleted ones do not count. */
export async function isContact(db: Reader, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users
    where id = ${id} and type = 'contact' and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** Conversations of a contact that the viewer may read, newest first, behind the one of `after`; their ids come out of an index first. */
export async function listOfContact(
  db: Reader,
  viewer: Viewer,
  page: { contact_id: number; after: string | null; limit: number },
): Promise<OfContactRow[]> {
  const behind = page.after
    ? sql`(conversations.created_at, conversations.id) < (select created_at, id from conversations where uuid = ${page.after})`
    : sql`true`;
  const { rows } = await sql<OfContactRow>`
    with latest as materialized (
      select conversations.id from conversations
      where conversations.contact_id = ${page.contact_id} and ${behind} and ${visibleTo(viewer)}
      order by conversations.created_at desc, conversations.id desc limit ${page.limit}
    )
    select conversations.uuid, conversations.reference_number, conversations.subject,
      (select name from conversation_statuses where id = conversations.status_id) as status,
      (select name from inboxes where id = conversations.inbox_id) as inbox_name,
      conversations.assigned_user_id, conversations.assigned_team_id, conversations.created_at,
      conversations.last_message, conversations.last_message_at
    from latest join conversations on conversations.id = latest.id
    order by conversations.created_at desc, conversations.id desc`.execute(db);
  return rows;
}
