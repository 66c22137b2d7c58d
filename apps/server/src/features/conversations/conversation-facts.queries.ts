import type { CsatAnswer } from '@bellhop/contract';
import type { Viewer } from '@bellhop/rules';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import type { ConversationRow } from './conversations.queries.ts';

/** Whose visits and notes decide what is unread. */
export type Reading = Pick<Viewer, 'id'> & { created_at: Date };

/** A conversation with everything around it that lists and the single answer show. */
export interface ConversationFacts extends ConversationRow {
  inbox_name: string;
  inbox_mail: string;
  status: string;
  priority: string | null;
  /** Null also where the policy was deleted and the row still has its id. */
  present_sla_policy_id: number | null;
  seen_at: Date | null;
  tags: string[];
  unread_message_count: number;
  contact_created_at: Date;
  contact_updated_at: Date;
  contact_first_name: string;
  contact_last_name: string;
  contact_email: string | null;
  contact_avatar_url: string | null;
  contact_phone_number: string | null;
  contact_phone_number_calling_code: string | null;
  contact_custom_attributes: Record<string, unknown>;
  contact_availability_status: string;
  contact_enabled: boolean;
}

/** A policy that is deleted leaves conversations in the background: until then they have the id of none. */
export const presentPolicyId = sql<number | null>`(select id from sla_policies where id = conversations.sla_policy_id)`;

/** What counts as unread stops here (wire B 1.12). */
const mostUnread = 10;

/**
 * The columns and joins of `ConversationFacts` for a query over `conversations`. Unread are customers' messages and other agents'
 * notes after the reader's last visit; who was never there has everything since the later of the conversation's and the own
 * creation unread (settled question 29). Names out of small tables are subqueries: each further join would cost more to plan than
 * the whole page costs to read.
 */
export function factColumns(reader: Reading): RawBuilder<unknown> {
  return sql`conversations.*,
    (select name from inboxes where id = conversations.inbox_id) as inbox_name,
    (select address from inboxes where id = conversations.inbox_id) as inbox_mail,
    (select name from conversation_statuses where id = conversations.status_id) as status,
    (select name from conversation_priorities where id = conversations.priority_id) as priority,
    ${presentPolicyId} as present_sla_policy_id,
    seen.seen_at,
    array(select tags.name from conversation_tags as link join tags on tags.id = link.tag_id
      where link.conversation_id = conversations.id order by tags.name) as tags,
    (select count(*) from (
      select 1 from messages as message
      where message.conversation_id = conversations.id
        and message.created_at >= coalesce(seen.seen_at + interval '1 microsecond',
          greatest(conversations.created_at, ${reader.created_at}::timestamptz))
        and (message.type = 'incoming'
          or (message.type = 'outgoing' and message.private and message.sender_id <> ${reader.id}))
      limit ${sql.lit(mostUnread)}) as unread)::int as unread_message_count,
    contact.created_at as contact_created_at, contact.updated_at as contact_updated_at,
    contact.first_name as contact_first_name, contact.last_name as contact_last_name,
    contact.email as contact_email, contact.avatar_url as contact_avatar_url,
    contact.phone_number as contact_phone_number,
    contact.phone_number_calling_code as contact_phone_number_calling_code,
    contact.custom_attributes as contact_custom_attributes,
    contact.availability_status as contact_availability_status, contact.enabled as contact_enabled`;
}

export function factJoins(reader: Reading): RawBuilder<unknown> {
  return sql`join users as contact on contact.id = conversations.contact_id
    left join conversation_seen as seen
      on seen.conversation_id = conversations.id and seen.user_id = ${reader.id}`;
}

/** The facts of conversations by row id; those that are gone are missing. */
export async function listFacts(db: Reader, reader: Reading, ids: readonly number[]): Promise<ConversationFacts[]> {
  const { rows } = await sql<ConversationFacts>`select ${factColumns(reader)} from conversations ${factJoins(reader)}
    where conversations.id = any(${[...ids]}::int[])`.execute(db);
  return rows;
}

/** What the single answer has beside the facts. */
export interface OneConversation extends ConversationFacts {
  last_seq: number;
  sla_policy_name: string | null;
  csat: CsatAnswer | null;
}

/**
 * The facts of one conversation with the number of its latest change, 0 when the log holds none; both of the same instant.
 * Undefined when there is no such conversation.
 */
export async function findFacts(db: Reader, reader: Reading, uuid: string): Promise<OneConversation | undefined> {
  const { rows } = await sql<OneConversation>`select ${factColumns(reader)},
    (select name from sla_policies where id = conversations.sla_policy_id) as sla_policy_name,
    coalesce((select seq from events where events.conversation_id = conversations.id order by seq desc limit 1), 0) as last_seq,
    (select json_build_object('rating', rating, 'feedback', coalesce(feedback, ''), 'answered_at', answered_at)
      from csat_responses where conversation_id = conversations.id and answered_at is not null) as csat
    from conversations ${factJoins(reader)} where conversations.uuid = ${uuid}`.execute(db);
  return rows[0];
}
