import { fullName } from '../../../core/actor.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { ContactRow } from '../../users/index.ts';
import { broadcastNewMessage, broadcastProps } from '../broadcasts.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { reopen } from '../verbs/reopen.ts';
import { addActivity } from './add-activity.ts';
import type { Arrival } from './arrival.ts';
import type { IncomingMessage } from './incoming.queries.ts';

/** An arrival whose rows are there; `conversation` is as it stood before. */
export interface StoredArrival {
  arrival: Arrival;
  contact: ContactRow;
  conversation: ConversationRow;
  message: IncomingMessage & { id: number; created_at: Date };
  preview: string;
  /** The sender took no part in the conversation so far. */
  is_stranger: boolean;
}

/** What follows from a stored arrival: its frame, a newcomer's entry, reopening, the frame of the wait, its event. */
export async function announceIncoming(uow: UnitOfWork, stored: StoredArrival): Promise<void> {
  const { arrival, contact, conversation, message } = stored;
  const isMachine = arrival.machine.kind !== 'none';
  await broadcastNewMessage(uow, conversation, message, arrival.files);
  if (arrival.continues) {
    const params = { reference: arrival.continues.reference_number };
    await addActivity(uow, conversation, { activity_type: 'continued', params });
  }
  if (stored.is_stranger) {
    const params = { participant: fullName(contact), address: contact.email };
    await addActivity(uow, conversation, { activity_type: 'participant_added', params });
  }
  if (arrival.thread && !isMachine) {
    const reopened = await reopen(uow, conversation);
    if (conversation.waiting_since === null) {
      broadcastProps(uow, reopened.conversation, { waiting_since: uow.now });
    }
  }
  await uow.publish({
    kind: 'message.received',
    conversation_id: conversation.id,
    message_id: message.id,
    is_auto_reply: arrival.thread !== null && isMachine,
    opened: arrival.thread === null,
    is_promised: conversation.applied_sla_id !== null,
  });
}
