import { randomUUID } from 'node:crypto';
import type { Assignment } from '@bellhop/rules';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import { locks } from '../../db/locks.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type ConversationRow = Selectable<DB['conversations']>;
export type ConversationPatch = Omit<Updateable<DB['conversations']>, 'id' | 'uuid'>;

export function findConversationByUuid(db: Reader, uuid: string): Promise<ConversationRow | undefined> {
  return db.selectFrom('conversations').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}

/** Locks against other writers of the row; rows that refer to it may still be added by others. */
export function lockConversation(db: Transaction, id: number): Promise<ConversationRow | undefined> {
  return db.selectFrom('conversations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** In the order of ids, so that two transactions do not wait for each other. */
export function lockConversations(db: Transaction, ids: readonly number[]): Promise<ConversationRow[]> {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export function lockConversationByUuid(db: Transaction, uuid: string): Promise<ConversationRow | undefined> {
  return db.selectFrom('conversations').selectAll().where('uuid', '=', uuid).forNoKeyUpdate().executeTakeFirst();
}

/** What a new conversation needs; it starts Open. With its first message at hand, summary and wait come along. */
export type NewConversation = Pick<
  Insertable<DB['conversations']>,
  | 'contact_id'
  | 'inbox_id'
  | 'subject'
  | 'last_message'
  | 'last_message_sender'
  | 'last_interaction_at'
  | 'last_interaction_sender'
  | 'waiting_since'
  | 'continues_id'
> & {
  initiator: 'contact' | 'agent';
  /** Its own one, when somebody may ask again for the same conversation; else a random one. */
  uuid?: string;
};

/** Inserts conversations and answers them, both in the order given. */
export async function insertConversationRows(
  db: Transaction,
  values: readonly NewConversation[],
  now: Date,
): Promise<ConversationRow[]> {
  const given = values.map((row) => ({ ...row, uuid: row.uuid ?? randomUUID() }));
  const { rows } = await sql<ConversationRow>`
    insert into conversations (uuid, contact_id, inbox_id, subject, initiator, last_message, last_message_sender,
      last_interaction_at, last_interaction_sender, waiting_since, continues_id, status_id, created_at, updated_at, last_message_at)
    select uuid, contact_id, inbox_id, subject, initiator, last_message, last_message_sender, last_interaction_at,
      last_interaction_sender, waiting_since, continues_id, (select id from conversation_statuses where name = 'Open'),
      ${now}, ${now}, ${now}
    from json_to_recordset(${jsonRows(given)}::json) as conversation (
      uuid uuid, contact_id int, inbox_id int, subject text, initiator text, last_message text, last_message_sender text,
      last_interaction_at timestamptz, last_interaction_sender text, waiting_since timestamptz, continues_id int)
    returning *`.execute(db);
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  return given.map(({ uuid }) => byUuid.get(uuid)!);
}

/** Makes whoever starts the conversation with this uuid wait for whoever is starting it, until the end of the transaction. */
export async function lockStart(db: Transaction, uuid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${uuid}, ${locks.conversation_start}))`.execute(db);
}

/** A customer's message, as far as the summary of its conversation shows it. */
export interface CustomerTouch {
  id: number;
  preview: string;
  at: Date;
  /** An answer is awaited from now on, unless one is awaited already: the wait counts from the first question. */
  waits: boolean;
}

/** Takes customers' messages over into the summaries of their conversations, and begins waits (behaviour 1.10, 1.11). */
export async function touchByCustomers(db: Transaction, touches: readonly CustomerTouch[], now: Date): Promise<void> {
  if (touches.length === 0) return;
  await sql`
    update conversations set last_message = touch.preview, last_message_at = touch.at, last_message_sender = 'contact',
      last_interaction_at = touch.at, last_interaction_sender = 'contact', updated_at = ${now},
      waiting_since = case when touch.waits then coalesce(waiting_since, ${now}) else waiting_since end
    from json_to_recordset(${jsonRows(touches)}::json) as touch (id int, preview text, at timestamptz, waits boolean)
    where conversations.id = touch.id`.execute(db);
}

export function patchConversationRow(db: Transaction, id: number, patch: ConversationPatch): Promise<ConversationRow> {
  return db.updateTable('conversations').set(patch).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Writers of the thread, in the order in which they came (wire B 1.5). */
export function listParticipants(db: Reader, uuid: string) {
  return db
    .selectFrom('conversations')
    .innerJoin('conversation_participants as participant', 'participant.conversation_id', 'conversations.id')
    .innerJoin('users', 'users.id', 'participant.user_id')
    .select([sql<string>`users.id::text`.as('id'), 'users.first_name', 'users.last_name', 'users.avatar_url'])
    .where('conversations.uuid', '=', uuid)
    .orderBy('participant.created_at')
    .orderBy('users.id')
    .execute();
}

/** Makes somebody no participant any more who has no entry in the thread. */
export async function deleteParticipant(
  db: Transaction,
  { conversation_id, user_id }: { conversation_id: number; user_id: number },
): Promise<void> {
  await sql`delete from conversation_participants where conversation_id = ${conversation_id} and user_id = ${user_id}
    and not exists (select 1 from messages where conversation_id = ${conversation_id} and sender_id = ${user_id})`.execute(
    db,
  );
}

/** Names of an agent or contact, deleted ones included. */
export function findPerson(db: Reader, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'custom_attributes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Whether an agent is there for the answers to what they have sent: neither gone nor away with replies handed over. */
export async function takesReplies(db: Reader, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where('availability_status', '<>', 'away_and_reassigning')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of Snoozed conversations whose time has come, in the order of ids. */
export async function listDueSnoozes(db: Reader, due: { now: Date; after: number; limit: number }): Promise<number[]> {
  const rows = await db
    .selectFrom('conversations')
    .innerJoin('conversation_statuses as status', 'status.id', 'conversations.status_id')
    .select('conversations.id')
    .where('status.name', '=', 'Snoozed')
    .where('conversations.snoozed_until', '<=', due.now)
    .where('conversations.id', '>', due.after)
    .orderBy('conversations.id')
    .limit(due.limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Those of them that still are, locked, in the order of ids; what another process holds is left to that process. */
export function lockDueSnoozes(
  db: Transaction,
  due: { ids: readonly number[]; now: Date },
): Promise<ConversationRow[]> {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...due.ids]}::int[])`)
    .where('snoozed_until', '<=', due.now)
    .where('status_id', '=', (eb) => eb.selectFrom('conversation_statuses').select('id').where('name', '=', 'Snoozed'))
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

/** Who holds a conversation, by row id; null when there is none. Decides together with the access rule who reads its files. */
export async function findAssignment(db: Reader, id: number): Promise<Assignment | null> {
  const row = await db
    .selectFrom('conversations')
    .select(['assigned_user_id', 'assigned_team_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function findPriorityName(db: Reader, id: number | null): Promise<string | undefined> {
  if (id === null) return undefined;
  const row = await db.selectFrom('conversation_priorities').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}
