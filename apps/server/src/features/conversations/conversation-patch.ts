import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { type ConversationPatch, type ConversationRow, patchConversationRow } from './conversations.queries.ts';

/** Changes a locked conversation and answers how it stands now; frames and activity are the verb's. */
export function patchConversation(
  uow: UnitOfWork,
  conversation: Pick<ConversationRow, 'id'>,
  patch: ConversationPatch,
): Promise<ConversationRow> {
  return patchConversationRow(uow.db, conversation.id, { ...patch, updated_at: uow.now });
}
