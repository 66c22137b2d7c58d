import type { Assignment } from '@bellhop/rules';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
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
> & { initiator: 'contact' | 'agent' };

/** `append_reference` adds ` - #<reference number>` to the subject (behaviour B2.4.4). */
export async function insertConversationRow(
  db: Transaction,
  values: NewConversation & { now: Date; append_reference: boolean },
): Promise<ConversationRow> {
  const { now, append_reference, ...rest } = values;
  const row = await db
    .insertInto('conversations')
    .values((eb) => ({
      ...rest,
      status_id: eb.selectFrom('conversation_statuses').select('id').where('name', '=', 'Open'),
      created_at: now,
      updated_at: now,
      last_message_at: now,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!append_reference) return row;
  return patchConversationRow(db, row.id, { subject: `${row.subject} - #${row.reference_number}`.trim() });
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

/** Names of an agent or contact, deleted ones included. */
export function findPerson(db: Reader, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'custom_attributes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function findAvailability(db: Reader, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('availability_status').where('id', '=', userId).executeTakeFirst();
  return row?.availability_status;
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

/** One of them, locked, if it still is; one that another process holds is left to that process. */
export function lockDueSnooze(db: Transaction, due: { id: number; now: Date }): Promise<ConversationRow | undefined> {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', due.id)
    .where('snoozed_until', '<=', due.now)
    .where('status_id', '=', (eb) => eb.selectFrom('conversation_statuses').select('id').where('name', '=', 'Snoozed'))
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
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
