import type { AvailabilityStatus, NotificationKind, StatusCategory } from '@bellhop/contract';
import { sql } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import { locks } from '../../db/locks.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import { selectActors } from '../users/index.ts';
import { ruleName } from './notifications.queries.ts';

export type DeliveryChannel = 'mail' | 'push';

export interface QueuedDelivery {
  notification_id: number;
  agent_id: number;
  channel: DeliveryChannel;
  due_at: Date;
}

/** Queues mails and pushes; one that waits for the same entry stays as it is. */
export async function queueDeliveries(db: Transaction, deliveries: readonly QueuedDelivery[]): Promise<void> {
  await sql`
    insert into notification_deliveries (notification_id, agent_id, channel, due_at)
    select notification_id, agent_id, channel, due_at from json_to_recordset(${jsonRows(deliveries)}::json)
      as row(notification_id int, agent_id int, channel text, due_at timestamptz)
    on conflict (notification_id, channel) where sent_at is null do nothing`.execute(db);
}

/** Agents for whom something is due, by number, behind `after`. */
export async function listDueAgents(db: Reader, page: { now: Date; after: number; limit: number }): Promise<number[]> {
  const { rows } = await sql<{ agent_id: number }>`
    select distinct agent_id from notification_deliveries
    where sent_at is null and due_at <= ${page.now} and agent_id > ${page.after}
    order by agent_id limit ${page.limit}`.execute(db);
  return rows.map((row) => row.agent_id);
}

/** Whether no other process delivers to the agent just now; none does until this unit of work ends. */
export async function lockDeliveriesOf(db: Transaction, agentId: number): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${locks.notifications}, ${agentId}) as got`.execute(db);
  return rows[0]!.got;
}

/** The agent as it stands, whether enabled or not. */
export function findReceiver(db: Reader, agentId: number) {
  return selectActors(db)
    .innerJoin('users as state', 'state.id', 'u.id')
    .leftJoin('notification_times as times', 'times.agent_id', 'u.id')
    .where('u.id', '=', agentId)
    .select([
      sql<AvailabilityStatus>`state.availability_status`.as('availability_status'),
      'times.updated_at',
      'times.mail_when',
      'times.quiet_from',
      'times.quiet_to',
      'times.quiet_zone',
      'times.digest_mails',
      'times.digest_minutes',
    ])
    .executeTakeFirst();
}

/** What waits for an agent on a channel, oldest first, with what is said of it; rows are locked. */
export function listWaiting(db: Transaction, own: { agent_id: number; channel: DeliveryChannel; limit: number }) {
  return db
    .selectFrom('notification_deliveries as d')
    .innerJoin('notifications as n', 'n.id', 'd.notification_id')
    .innerJoin('users as actor', 'actor.id', 'n.actor_id')
    .leftJoin('conversations as c', 'c.id', 'n.conversation_id')
    .leftJoin('conversation_statuses as status', 'status.id', 'c.status_id')
    .leftJoin('users as contact', 'contact.id', 'c.contact_id')
    .leftJoin('teams', 'teams.id', 'n.team_id')
    .leftJoin('inboxes', 'inboxes.id', 'n.inbox_id')
    .leftJoin('webhooks', 'webhooks.id', 'n.webhook_id')
    .leftJoin('messages', 'messages.id', 'n.message_id')
    .leftJoin('causes', 'causes.id', 'n.cause_id')
    .where('d.sent_at', 'is', null)
    .where('d.agent_id', '=', own.agent_id)
    .where('d.channel', '=', own.channel)
    .select([
      'd.id',
      'd.due_at',
      'd.is_held',
      'n.id as notification_id',
      sql<NotificationKind>`n.kind`.as('kind'),
      'n.scope',
      'n.count',
      'n.detail',
      'n.read_at',
      'n.conversation_id',
      'n.inbox_id',
      'n.webhook_id',
      'actor.first_name',
      'actor.last_name',
      'teams.name as team_name',
      'inboxes.name as inbox_name',
      'webhooks.name as webhook_name',
      'webhooks.last_error as webhook_error',
      'c.uuid',
      'c.reference_number',
      'c.subject',
      'c.contact_id',
      'c.priority_id',
      'c.assigned_user_id',
      'c.assigned_team_id',
      sql<StatusCategory | null>`status.category`.as('category'),
      'contact.first_name as contact_first_name',
      'contact.last_name as contact_last_name',
      'messages.uuid as message_uuid',
      sql<string | null>`left(messages.text_content, 2000)`.as('text_content'),
      ruleName,
    ])
    .orderBy('d.id')
    .limit(own.limit)
    .forUpdate('d')
    .execute();
}
export type WaitingDelivery = Awaited<ReturnType<typeof listWaiting>>[number];

/** How many mails an agent got since a time, when the last digest went, and whether one of the last day (`far`) is still refused by the server. */
export async function readPace(
  db: Reader,
  agentId: number,
  { since, far }: { since: Date; far: Date },
): Promise<{ mails: number; digest_at: Date | null; is_stuck: boolean }> {
  const { rows } = await sql<{ mails: number; digest_at: Date | null; is_stuck: boolean }>`
    select count(distinct d.system_mail_id) filter (where d.sent_at > ${since})::int as mails,
      max(d.sent_at) filter (where d.is_digest and d.sent_at > ${since}) as digest_at,
      coalesce(bool_or(s.state = 'retrying'), false) as is_stuck
    from notification_deliveries d left join system_mails s on s.id = d.system_mail_id and s.finished_at is null
    where d.agent_id = ${agentId} and d.sent_at > least(${since}::timestamptz, ${far}::timestamptz)`.execute(db);
  return rows[0]!;
}

/** Writes down that deliveries went out, in one mail. */
export async function markSent(
  db: Transaction,
  ids: readonly number[],
  sent: { sent_at: Date; system_mail_id: number; is_digest: boolean },
): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set({ ...sent, is_held: false })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}

/** Puts deliveries off. */
export async function postpone(
  db: Transaction,
  ids: readonly number[],
  { due_at, is_held }: { due_at: Date; is_held: boolean },
): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set({ due_at, is_held })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}

/** Those that are not to be sent. */
export async function deleteDeliveries(db: Transaction, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('notification_deliveries')
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute();
}

/** What waits of some notifications is not sent any more. */
export async function dropWaiting(db: Transaction, notificationIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('notification_deliveries')
    .where('notification_id', '=', sql<number>`any(${[...notificationIds]}::int[])`)
    .where('sent_at', 'is', null)
    .execute();
}

/** Mails that have not been handed over and of whose notifications, some of which are given, all have been read. */
export async function listMailsOfRead(db: Reader, notificationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct s.id from notification_deliveries d
    join system_mails s on s.id = d.system_mail_id and s.finished_at is null
    where d.notification_id = any(${[...notificationIds]}::int[]) and not exists (
      select 1 from notification_deliveries other join notifications n on n.id = other.notification_id
      where other.system_mail_id = s.id and n.read_at is null)`.execute(db);
  return rows.map((row) => row.id);
}

/** The agent is back: what waited for that is due. Whether there was any. */
export async function releaseHeld(db: Transaction, agentId: number, now: Date): Promise<boolean> {
  const rows = await db
    .updateTable('notification_deliveries')
    .set({ due_at: now, is_held: false })
    .where('agent_id', '=', agentId)
    .where('sent_at', 'is', null)
    .where('is_held', '=', true)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Nothing is sent to the agent any more. */
export async function deleteWaitingOf(db: Transaction, agentId: number): Promise<void> {
  await db.deleteFrom('notification_deliveries').where('agent_id', '=', agentId).where('sent_at', 'is', null).execute();
}
