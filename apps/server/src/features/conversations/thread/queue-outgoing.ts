import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { MessageRow } from './messages.queries.ts';
import { insertOutgoing, restartOutgoing } from './outgoing.queries.ts';

/** Queues a public outgoing message for delivery, in the message's own transaction, and wakes the senders. */
export async function queueOutgoing(
  uow: UnitOfWork,
  message: Pick<MessageRow, 'id' | 'conversation_id' | 'inbox_id'>,
  dueAt: Date,
): Promise<void> {
  await insertOutgoing(uow.db, {
    message_id: message.id,
    conversation_id: message.conversation_id,
    inbox_id: message.inbox_id,
    due_at: dueAt,
    created_at: uow.now,
  });
  uow.wake('bellhop_outgoing');
}

/** Sends a failed mail, or one between two attempts, again at once; false when it is neither (settled question 19). */
export async function requeueOutgoing(uow: UnitOfWork, messageId: number): Promise<boolean> {
  const isWaiting = await restartOutgoing(uow.db, messageId, uow.now);
  if (isWaiting) uow.wake('bellhop_outgoing');
  return isWaiting;
}
