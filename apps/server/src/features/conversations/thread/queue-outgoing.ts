import type { DraftContent } from '@bellhop/contract';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { MessageRow } from './messages.queries.ts';
import { insertOutgoing, restartOutgoing } from './outgoing.queries.ts';

/** When a mail may leave and what happens then. */
export interface Departure {
  due_at: Date;
  /** What the writer gets back who takes it back until then; null: it cannot be taken back. */
  undo_draft: DraftContent | null;
  /** A status by name that the conversation gets as the mail begins to leave. */
  set_status: string | null;
  /** What the mail says in place of the message's content. */
  letter: string | null;
}

/** Queues a public outgoing message for delivery, in the message's own transaction, and wakes the senders. */
export async function queueOutgoing(
  uow: UnitOfWork,
  message: Pick<MessageRow, 'id' | 'conversation_id' | 'inbox_id'>,
  departure: Departure,
): Promise<void> {
  await insertOutgoing(uow.db, {
    message_id: message.id,
    conversation_id: message.conversation_id,
    inbox_id: message.inbox_id,
    ...departure,
    undo_until: departure.undo_draft ? departure.due_at : null,
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
