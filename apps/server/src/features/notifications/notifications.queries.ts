import { sql } from 'kysely';
import type { Actor } from '../../core/actor.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import { visibleTo } from '../conversations/index.ts';

/** What an agent is to be told; `team_id` is the team under whose name. */
export type NewNotification = {
  agent_id: number;
  message_id: number | null;
  team_id: number | null;
  actor_id: number;
} & (
  | { kind: 'mention' | 'assignment'; conversation_id: number; inbox_id: null; webhook_id: null }
  | { kind: 'mailbox_stopped' | 'mailbox_silent'; conversation_id: null; inbox_id: number; webhook_id: null }
  | { kind: 'webhook_off'; conversation_id: null; inbox_id: null; webhook_id: number }
);

/** Inserts them and answers those that were not there before. */
export async function insertNotifications(
  db: Transaction,
  notifications: readonly NewNotification[],
  now: Date,
): Promise<{ id: number; agent_id: number }[]> {
  return db
    .insertInto('notifications')
    .values(notifications.map((one) => ({ ...one, created_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['message_id', 'agent_id']).where('message_id', 'is not', null).doNothing(),
    )
    .returning(['id', 'agent_id'])
    .execute();
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

/** An agent's notifications, newest first, those behind the one of number `before`; with what is shown of them. */
export function listOwn(db: Reader, agent: Actor, page: { before: number | null; unread: boolean; limit: number }) {
  let query = ownVisible(db, agent);
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
    .select([
      'n.id',
      'n.kind',
      'n.created_at',
      'n.read_at',
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

/** Marks all of an agent's read that the list shows; whether there was any. */
export async function readAll(db: Transaction, agent: Actor, now: Date): Promise<boolean> {
  const rows = await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('id', 'in', ownVisible(db, agent).where('n.read_at', 'is', null).select('n.id'))
    .returning('id')
    .execute();
  return rows.length > 0;
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
