import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { conversationPredicate } from './message-hits.queries.ts';
import type { SearchPlan } from './search-plan.ts';

/** A conversation that was found, by its last message, as a cursor holds it. */
export interface ConversationHit {
  conversation_id: number;
  /** Microseconds since 1970. */
  last_message_us: number;
}

/** Behind which conversation a page begins. */
export type After = ConversationHit | null;

/**
 * Visible conversations that pass the plan's tests, last message first. Each status is a scan of its own, because the indexes begin
 * with it. With `newest` only so many of each status are looked at.
 */
export async function listConversationHits(
  db: Reader,
  plan: SearchPlan,
  page: { status_ids: readonly number[]; after: After; limit: number; newest?: number },
): Promise<ConversationHit[]> {
  if (page.status_ids.length === 0) return [];
  const rest = page.after
    ? sql`(last_message_at, id) < (timestamptz 'epoch' + ${page.after.last_message_us}::bigint * interval '1 microsecond',
        ${page.after.conversation_id})`
    : sql`true`;
  const order = sql`order by last_message_at desc, id desc`;
  const scans = page.status_ids.map((status): RawBuilder<unknown> => {
    const rows = sql`from conversations where status_id = ${status} and ${rest}`;
    return page.newest === undefined
      ? sql`(select id, last_message_at ${rows} and ${conversationPredicate(plan)} ${order} limit ${page.limit})`
      : sql`(select id, last_message_at from (select * ${rows} ${order} limit ${page.newest}) as conversations
          where ${conversationPredicate(plan)} ${order} limit ${page.limit})`;
  });
  const { rows } = await sql<ConversationHit>`
    select id as conversation_id, (extract(epoch from last_message_at) * 1000000)::bigint as last_message_us
    from (${sql.join(scans, sql` union all `)}) as scans ${order} limit ${page.limit}`.execute(db);
  return rows;
}

/** What answers show of a hit. */
export interface FoundRow {
  conversation_id: number;
  message_id: number | null;
  uuid: string;
  reference_number: string;
  subject: string;
  status: string;
  priority: string | null;
  contact_first_name: string;
  contact_last_name: string;
  contact_email: string | null;
  contact_avatar_url: string | null;
  assigned_user_id: number | null;
  assigned_team_id: number | null;
  inbox_name: string;
  created_at: Date;
  last_message_at: Date;
  last_message: string | null;
  message_uuid: string | null;
  message_created_at: Date | null;
  private: boolean | null;
  is_csat: boolean | null;
  text_content: string | null;
  sender_first_name: string | null;
  sender_last_name: string | null;
}

/** As far as the words of a message are known (see `messageWords`). */
const longestText = 200_000;

/** The rows behind hits, in their order, as far as they are still visible. */
export async function listFoundRows(
  db: Reader,
  plan: Pick<SearchPlan, 'viewer'>,
  hits: readonly { conversation_id: number; message_id?: number }[],
): Promise<FoundRow[]> {
  if (hits.length === 0) return [];
  const { rows } = await sql<FoundRow>`
    select conversations.id as conversation_id, message.id as message_id, conversations.uuid,
      conversations.reference_number, conversations.subject,
      (select name from conversation_statuses where id = conversations.status_id) as status,
      (select name from conversation_priorities where id = conversations.priority_id) as priority,
      contact.first_name as contact_first_name, contact.last_name as contact_last_name, contact.email as contact_email,
      contact.avatar_url as contact_avatar_url, conversations.assigned_user_id, conversations.assigned_team_id,
      (select name from inboxes where id = conversations.inbox_id) as inbox_name, conversations.created_at,
      conversations.last_message_at, conversations.last_message, message.uuid as message_uuid,
      message.created_at as message_created_at, message.private, (message.meta -> 'is_csat') = 'true' as is_csat,
      left(message.text_content, ${sql.lit(longestText)}) as text_content,
      sender.first_name as sender_first_name, sender.last_name as sender_last_name
    from unnest(${hits.map((hit) => hit.conversation_id)}::int[],
      ${hits.map((hit) => hit.message_id ?? null)}::bigint[]) with ordinality as hit (conversation_id, message_id, position)
    join conversations on conversations.id = hit.conversation_id
    join users as contact on contact.id = conversations.contact_id
    left join messages as message on message.id = hit.message_id
    left join users as sender on sender.id = message.sender_id
    where ${conversationPredicate({ viewer: plan.viewer, conversation_tests: [] })}
    order by hit.position`.execute(db);
  return rows;
}
