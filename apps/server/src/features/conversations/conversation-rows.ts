import type { UnitOfWork } from '../../core/unit-of-work.ts';
import {
  type ConversationRow,
  insertConversationRows,
  lockConversation,
  lockConversations,
  type NewConversation,
  patchConversationRow,
} from './conversations.queries.ts';
import { markSubject } from './thread/subject-marker.ts';

/** A conversation by row id, locked against other writers until the unit ends; for work that acts as System. */
export function findConversationForUpdate(uow: UnitOfWork, id: number): Promise<ConversationRow | undefined> {
  return lockConversation(uow.db, id);
}

/** Several at once, by row id; those that are gone are missing. */
export async function findConversationsForUpdate(
  uow: UnitOfWork,
  ids: readonly number[],
): Promise<Map<number, ConversationRow>> {
  if (ids.length === 0) return new Map();
  return new Map((await lockConversations(uow.db, ids)).map((row) => [row.id, row]));
}

/** New conversations with status Open and the next reference numbers, in their order, and their events. */
export async function insertConversations(
  uow: UnitOfWork,
  values: readonly NewConversation[],
): Promise<ConversationRow[]> {
  if (values.length === 0) return [];
  const conversations = await insertConversationRows(uow.db, values, uow.now);
  for (const [index, { initiator }] of values.entries()) {
    await uow.publish({ kind: 'conversation.created', conversation_id: conversations[index]!.id, initiator });
  }
  return conversations;
}

/**
 * One of them. `subject_marker` puts its reference number behind the subject, which only conversations that an agent starts get
 * (behaviour B2.4.4).
 */
export async function insertConversation(
  uow: UnitOfWork,
  { subject_marker, ...values }: NewConversation & { subject_marker?: string },
): Promise<ConversationRow> {
  const [conversation] = await insertConversations(uow, [values]);
  const { id, subject, reference_number } = conversation!;
  if (subject_marker === undefined) return conversation!;
  return patchConversationRow(uow.db, id, { subject: markSubject(subject, subject_marker, reference_number) });
}

export type { ConversationRow } from './conversations.queries.ts';
