import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { type ConversationRow, findConversationForUpdate } from '../conversations/index.ts';
import { listApplied } from './applied.queries.ts';
import type { SlaState } from './settle.ts';

/** A conversation with what it was promised, locked; undefined when nothing is, which costs one row by its key. */
export async function findState(uow: UnitOfWork, conversationId: number): Promise<SlaState | undefined> {
  const conversation = await findConversationForUpdate(uow, conversationId);
  return conversation && stateOf(uow, conversation);
}

/** What a locked conversation was promised; undefined when nothing is. */
export async function stateOf(uow: UnitOfWork, conversation: ConversationRow): Promise<SlaState | undefined> {
  return (await statesOf(uow, [conversation]))[0];
}

/** What locked conversations were promised; those without a promise are missing. */
export async function statesOf(uow: UnitOfWork, conversations: readonly ConversationRow[]): Promise<SlaState[]> {
  const ids = conversations.map(({ applied_sla_id }) => applied_sla_id).filter((id) => id !== null);
  const found = await listApplied(uow.db, ids);
  return conversations.flatMap((conversation) => {
    const promised = conversation.applied_sla_id === null ? undefined : found.get(conversation.applied_sla_id);
    return promised && promised.applied.status !== 'cancelled' ? [{ conversation, ...promised }] : [];
  });
}
