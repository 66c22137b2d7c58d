import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { parseUuid } from '../../media/index.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { findMessage } from './messages.queries.ts';
import { requeueOutgoing } from './queue-outgoing.ts';
import { patchMessageStatus } from './store-message.ts';

/**
 * Sends a reply again now that failed or waits for its next try (settled question 19). Notes, incoming mail and whatever is queued
 * or sent already are refused with message.not_retryable; an entry of another conversation is message.not_found.
 */
export async function retryMessage(uow: UnitOfWork, conversation: ConversationRow, messageUuid: string): Promise<void> {
  const known = parseUuid(messageUuid);
  const message = known === null ? undefined : await findMessage(uow.db, conversation.id, known);
  if (!message) throw new AppError('message.not_found');
  const isReply = message.type === 'outgoing' && !message.private;
  if (!isReply || !(await requeueOutgoing(uow, message.id))) throw new AppError('message.not_retryable');
  await patchMessageStatus(uow, conversation, message, 'pending', { error: undefined });
}
