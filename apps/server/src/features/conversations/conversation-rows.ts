import type { UnitOfWork } from '../../core/unit-of-work.ts';
import {
  type ConversationRow,
  insertConversationRow,
  lockConversation,
  type NewConversation,
} from './conversations.queries.ts';

/** A conversation by row id, locked against other writers until the unit ends; for work that acts as System. */
export function findConversationForUpdate(uow: UnitOfWork, id: number): Promise<ConversationRow | undefined> {
  return lockConversation(uow.db, id);
}

/**
 * A new conversation with status Open and the next reference number, and its event. `append_reference` adds the number to
 * the subject, which only conversations that an agent starts get (behaviour B2.4.4).
 */
export async function insertConversation(
  uow: UnitOfWork,
  values: NewConversation & { append_reference?: boolean },
): Promise<ConversationRow> {
  const { append_reference = false, ...rest } = values;
  const conversation = await insertConversationRow(uow.db, { ...rest, now: uow.now, append_reference });
  await uow.publish({ kind: 'conversation.created', conversation_id: conversation.id, initiator: rest.initiator });
  return conversation;
}

export type { ConversationRow } from './conversations.queries.ts';
