import type { NotificationKind, NotificationScope } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Actor } from '../../core/actor.ts';
import { jsonRows, jsonText } from '../../db/json-rows.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import { visibleTo } from '../conversations/index.ts';
import { systemEmail } from '../users/index.ts';

/** What is told, the same for everybody who hears of it. */
export interface News {
  kind: NotificationKind;
  conversation_id: number | null;
  inbox_id: number | null;
  webhook_id: number | null;
  message_id: number | null;
  /** Null: System, or `by_contact` whoever wrote the message or began the conversation. */
  actor_id: number | null;
  by_contact: boolean;
  detail: Record<string, string> | null;
}

/** Whom it is told, and why; `team_id` is the team of that reason. */
export interface Addressee {
  agent_id: number;
  in_app: boolean;
  scope: NotificationScope;
  team_id: number | null;
}

/** Kinds of which several become one entry while it is unread, the most important first. The rest always stand alone. */
export const mergedKinds: readonly NotificationKind[] = [
  'assignment',
  'team_assignment',
  'new_conversation',
  'snooze_woken',
  'customer_reply',
  'note',
];

/**
 * Stores what agents are told, in one statement. What happens in a conversation shortly after something else joins its unread entry (`since`), which then
 * tells the more important of both. Nobody is told of a message twice.
 */
export async function storeNotifications(
  db: Transaction,
  news: News & { cause_id: number },
  addressees: readonly Addressee[],
  { now, since }: { now: Date; since: Date },
): Promise<{ id: number; agent_id: number; in_app: boolean }[]> {
  const { kind, conversation_id, message_id } = news;
  const merges = mergedKinds.includes(kind);
  const kinds = [...mergedKinds];
  const isNewer = sql`array_position(${kinds}::text[], n.kind) >= array_position(${kinds}::text[], ${kind}::text)`;
  const { rows } = await sql<{ id: number; agent_id: number; in_app: boolean }>`
    with fresh as (select * from json_to_recordset(${jsonRows(addressees)}::json)
      as row(agent_id int, in_app boolean, scope text, team_id int)),
    by as (select coalesce(${news.actor_id}::int,
      (select sender_id from messages where ${news.by_contact} and id = ${message_id}::bigint),
      (select contact_id from conversations where ${news.by_contact} and id = ${conversation_id}::int),
      (select id from users where type = 'agent' and lower(email) = lower(${systemEmail}) and deleted_at is null)) as id),
    old as (select distinct on (f.agent_id) o.id, f.* from fresh f join notifications o on o.agent_id = f.agent_id
      where ${merges} and o.conversation_id = ${conversation_id} and o.read_at is null and o.in_app = f.in_app
        and o.kind = any(${kinds}) and o.created_at > ${since} order by f.agent_id, o.id desc),
    merged as (update notifications n set created_at = ${now}, count = n.count + 1,
        kind = case when ${isNewer} then ${kind} else n.kind end,
        scope = case when ${isNewer} then old.scope else n.scope end,
        team_id = case when ${isNewer} then old.team_id else n.team_id end,
        message_id = case when ${isNewer} then ${message_id}::bigint else n.message_id end,
        actor_id = case when ${isNewer} then by.id else n.actor_id end,
        cause_id = case when ${isNewer} then ${news.cause_id}::bigint else n.cause_id end
      from old, by where n.id = old.id returning n.id, n.agent_id, n.in_app),
    added as (insert into notifications (agent_id, kind, conversation_id, inbox_id, webhook_id, message_id, team_id, actor_id,
        in_app, scope, cause_id, detail, created_at)
      select f.agent_id, ${kind}, ${conversation_id}::int, ${news.inbox_id}::int, ${news.webhook_id}::int,
        ${message_id}::bigint, f.team_id, by.id, f.in_app, f.scope, ${news.cause_id}::bigint,
        ${news.detail && jsonText(news.detail)}::jsonb, ${now}
      from fresh f, by where f.agent_id not in (select agent_id from old) order by f.agent_id
      on conflict (message_id, agent_id) where message_id is not null do nothing
      returning id, agent_id, in_app)
    select * from merged union all select * from added order by agent_id`.execute(db);
  return rows;
}

/** What agents are told of a webhook. */
export function findWebhook(db: Reader, id: number) {
  return db.selectFrom('webhooks').select(['name', 'last_error']).where('id', '=', id).executeTakeFirstOrThrow();
}

/** What a mail says of a conversation. */
export function findConversation(db: Reader, id: number) {
  return db
    .selectFrom('conversations')
    .select(['uuid', 'reference_number', 'subject', 'contact_id', 'priority_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Those of an agent whose conversation the agent may see, and whose note it may read; about mailboxes and webhooks for who manages them. */
function ownVisible(db: Reader, agent: Actor) {
  const managesInboxes = agent.permissions.has('inboxes:manage');
  const managesWebhooks = agent.permissions.has('general_settings:manage');
  const query = db
    .selectFrom('notifications as n')
    .leftJoin('conversations', 'conversations.id', 'n.conversation_id')
    .where('n.agent_id', '=', agent.id)
    .where((eb) =>
      eb.or([
        eb.and([eb('n.conversation_id', 'is not', null), visibleTo(agent)]),
        eb.and([eb('n.inbox_id', 'is not', null), eb.lit(managesInboxes)]),
        eb.and([eb('n.webhook_id', 'is not', null), eb.lit(managesWebhooks)]),
      ]),
    );
  return agent.permissions.has('messages:read') ? query : query.where('n.message_id', 'is', null);
}

/** The rule behind it: the record of a notification descends from that of the rule. */
export const ruleName = sql<string | null>`case when n.kind = 'rule' then (
  select ran.trace->'rule'->>'name' from causes ran where ran.id = causes.parent_id) end`.as('rule_name');

/** An agent's notifications, newest first, those behind the one of number `before`; with what is shown of them. */
export function listOwn(db: Reader, agent: Actor, page: { before: number | null; unread: boolean; limit: number }) {
  let query = ownVisible(db, agent).where('n.in_app', '=', true);
  if (page.before !== null) {
    query = query.where(
      sql<boolean>`(n.created_at, n.id) < (select created_at, id from notifications where id = ${page.before} and agent_id = ${agent.id})`,
    );
  }
  if (page.unread) query = query.where('n.read_at', 'is', null);
  return query
    .innerJoin('users as actor', 'actor.id', 'n.actor_id')
    .leftJoin('users as contact', 'contact.id', 'conversations.contact_id')
    .leftJoin('inboxes', 'inboxes.id', 'n.inbox_id')
    .leftJoin('webhooks', 'webhooks.id', 'n.webhook_id')
    .leftJoin('teams', 'teams.id', 'n.team_id')
    .leftJoin('messages', 'messages.id', 'n.message_id')
    .leftJoin('causes', 'causes.id', 'n.cause_id')
    .select([
      'n.id',
      'n.kind',
      'n.created_at',
      'n.read_at',
      'n.scope',
      'n.count',
      'n.detail',
      'n.cause_id',
      ruleName,
      'n.team_id',
      'n.actor_id',
      'actor.first_name as actor_first_name',
      'actor.last_name as actor_last_name',
      'actor.avatar_url as actor_avatar_url',
      'teams.name as team_name',
      'n.inbox_id',
      'inboxes.name as inbox_name',
      'n.webhook_id',
      'webhooks.name as webhook_name',
      'conversations.uuid as conversation_uuid',
      'conversations.reference_number',
      'conversations.subject',
      'contact.first_name as contact_first_name',
      'contact.last_name as contact_last_name',
      'messages.uuid as message_uuid',
      sql<string | null>`left(messages.text_content, 2000)`.as('text_content'),
    ])
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(page.limit)
    .execute();
}
export type NotificationRow = Awaited<ReturnType<typeof listOwn>>[number];

/** How many an agent has not read, of those that the list shows. */
export async function countUnread(db: Reader, agent: Actor): Promise<number> {
  const row = await ownVisible(db, agent)
    .where('n.in_app', '=', true)
    .where('n.read_at', 'is', null)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Marks one of an agent's read; undefined when the agent has none of this number. */
export async function readOne(
  db: Transaction,
  own: { id: number; agent_id: number; now: Date },
): Promise<{ was_unread: boolean } | undefined> {
  const { rows } = await sql<{ was_unread: boolean }>`
    with before as (select id, read_at from notifications where id = ${own.id} and agent_id = ${own.agent_id} for update),
    marked as (update notifications set read_at = ${own.now}
      where id in (select id from before where read_at is null) returning id)
    select read_at is null as was_unread from before left join marked using (id)`.execute(db);
  return rows[0];
}

/** Marks all of an agent's read that the list shows, and what was told in other ways alone; their numbers. */
export async function readAll(db: Transaction, agent: Actor, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('id', 'in', ownVisible(db, agent).where('n.read_at', 'is', null).select('n.id'))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Marks what an agent was told of a conversation read, by kinds; answers the numbers of what was unread. */
export async function readOfConversation(
  db: Transaction,
  own: { conversation_id: number; agent_id: number; kinds: string[]; now: Date },
): Promise<number[]> {
  const rows = await db
    .updateTable('notifications')
    .set({ read_at: own.now })
    .where('agent_id', '=', own.agent_id)
    .where('conversation_id', '=', own.conversation_id)
    .where('kind', 'in', own.kinds)
    .where('read_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Marks what agents were told of an inbox read; answers the numbers of what was unread, and whose it was. */
export async function readOfInbox(
  db: Transaction,
  { inbox_id, kind, now }: { inbox_id: number; kind: string; now: Date },
): Promise<{ id: number; agent_id: number }[]> {
  return db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('inbox_id', '=', inbox_id)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .returning(['id', 'agent_id'])
    .execute();
}

/** Deletes those from before a time. */
export async function deleteOlder(db: Transaction, before: Date): Promise<void> {
  await db.deleteFrom('notifications').where('created_at', '<', before).execute();
}
