import { type Selectable, sql } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';
import { systemEmail } from '../users/index.ts';

export type SurveyRow = Selectable<DB['csat_responses']>;

/** What decides whether a conversation's customer is asked. */
export interface SurveyFacts {
  conversation_id: number;
  inbox_id: number;
  assigned_user_id: number | null;
  assigned_team_id: number | null;
  status_category: string;
  /** The inbox is in use. */
  inbox_on: boolean;
  /** It asks whenever a conversation is resolved. */
  csat_enabled: boolean;
  csat_delay_minutes: number | null;
  email: string | null;
  is_blocked: boolean;
  /** An agent has written to the customer, and it did not fail. */
  has_reply: boolean;
  /** It began with a mail, and only machines have written. */
  is_machine: boolean;
}

/** Whether the conversation's inbox asks on resolving; the one question that resolving costs where none does. */
export async function asksOnResolve(db: Reader, conversationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .innerJoin('inboxes', 'inboxes.id', 'conversations.inbox_id')
    .select('inboxes.csat_enabled')
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst();
  return row?.csat_enabled ?? false;
}

/** The facts of a conversation; undefined when it is gone. */
export async function findSurveyFacts(db: Reader, conversationId: number): Promise<SurveyFacts | undefined> {
  const { rows } = await sql<SurveyFacts>`
    select conversations.id as conversation_id, conversations.inbox_id, conversations.assigned_user_id,
      conversations.assigned_team_id,
      (select category from conversation_statuses where id = conversations.status_id) as status_category,
      inboxes.enabled and inboxes.deleted_at is null as inbox_on, inboxes.csat_enabled, inboxes.csat_delay_minutes,
      contact.email, not contact.enabled as is_blocked,
      exists (select 1 from messages where conversation_id = conversations.id and type = 'outgoing' and not private
        and status <> 'failed' and sender_id <> (select id from users where email = ${systemEmail} and type = 'agent')
        and meta -> 'is_automated' is distinct from 'true' and meta -> 'is_csat' is distinct from 'true') as has_reply,
      conversations.initiator = 'contact'
        and exists (select 1 from messages where conversation_id = conversations.id and type = 'incoming')
        and not exists (select 1 from messages where conversation_id = conversations.id and type = 'incoming'
          and meta -> 'machine' is null and meta -> 'is_auto_reply' is distinct from 'true') as is_machine
    from conversations join inboxes on inboxes.id = conversations.inbox_id
    join users as contact on contact.id = conversations.contact_id
    where conversations.id = ${conversationId}`.execute(db);
  return rows[0];
}

/** The survey of a conversation, locked; callers hold the conversation. */
export function lockSurveyOf(db: Transaction, conversationId: number): Promise<SurveyRow | undefined> {
  return db
    .selectFrom('csat_responses')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .forUpdate()
    .executeTakeFirst();
}

/** What is planned for a conversation. */
export type Plan = Pick<SurveyRow, 'due_at' | 'on_resolve' | 'assigned_user_id' | 'assigned_team_id' | 'cause_id'>;

/** Plans a conversation's survey, or plans the one anew that was called off. */
export async function upsertSurvey(
  db: Transaction,
  { conversation_id, inbox_id, now, ...plan }: Plan & { conversation_id: number; inbox_id: number; now: Date },
): Promise<void> {
  await db
    .insertInto('csat_responses')
    .values({ conversation_id, inbox_id, ...plan, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('conversation_id').doUpdateSet({
        ...plan,
        state: 'waiting',
        cancelled_reason: null,
        created_at: now,
        updated_at: now,
      }),
    )
    .execute();
}

/** Brings a waiting survey forward. */
export async function hastenSurvey(db: Transaction, id: number, now: Date): Promise<void> {
  await db
    .updateTable('csat_responses')
    .set({ due_at: now, on_resolve: false, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Calls a conversation's survey off that waits because it was resolved; its record of causes, when there was one. */
export async function cancelWaiting(
  db: Transaction,
  off: { conversation_id: number; reason: string; now: Date },
): Promise<{ cause_id: number | null } | undefined> {
  return db
    .updateTable('csat_responses')
    .set({ state: 'cancelled', cancelled_reason: off.reason, updated_at: off.now })
    .where('conversation_id', '=', off.conversation_id)
    .where('state', '=', 'waiting')
    .where('on_resolve', '=', true)
    .returning('cause_id')
    .executeTakeFirst();
}

/** Calls one off whatever it was planned for. */
export async function cancelSurvey(db: Transaction, id: number, off: { reason: string; now: Date }): Promise<void> {
  await db
    .updateTable('csat_responses')
    .set({ state: 'cancelled', cancelled_reason: off.reason, updated_at: off.now })
    .where('id', '=', id)
    .execute();
}

export async function markSent(db: Transaction, id: number, sent: { message_id: number; now: Date }): Promise<void> {
  await db
    .updateTable('csat_responses')
    .set({ state: 'sent', sent_at: sent.now, message_id: sent.message_id, updated_at: sent.now })
    .where('id', '=', id)
    .execute();
}

/** A survey that should go now. */
export interface DueSurvey {
  id: number;
  conversation_id: number;
}

/**
 * Surveys whose time has come, in the order of ids. One that was planned far in the future by a clock that was put right since would
 * wait for ever, so it counts as due.
 */
export function listDue(db: Reader, due: { now: Date; after: number; limit: number }): Promise<DueSurvey[]> {
  const wronglyAhead = new Date(due.now.getTime() + 3_600_000);
  return db
    .selectFrom('csat_responses')
    .select(['id', 'conversation_id'])
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('due_at', '<=', due.now), eb('created_at', '>', wronglyAhead)]))
    .where('id', '>', due.after)
    .orderBy('id')
    .limit(due.limit)
    .execute();
}

/** A survey that was sent, by its public uuid. */
export function findSentSurvey(db: Reader, uuid: string): Promise<SurveyRow | undefined> {
  return db
    .selectFrom('csat_responses')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('state', '=', 'sent')
    .executeTakeFirst();
}

/** Stores an answer; the first one's time stays. */
export async function storeAnswer(
  db: Transaction,
  id: number,
  { now, ...answer }: { rating: number; feedback: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('csat_responses')
    .set({
      ...answer,
      answered_at: sql<Date>`coalesce(answered_at, ${now})`,
      answers: sql<number>`answers + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** What agents call a contact; the address for one without a name. */
export async function findCustomerName(db: Reader, contactId: number): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select(sql<string>`coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email, '')`.as('name'))
    .where('id', '=', contactId)
    .executeTakeFirst();
  return row?.name ?? '';
}
