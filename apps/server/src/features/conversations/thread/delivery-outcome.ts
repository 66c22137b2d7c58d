import type { MailProblem } from '@bellhop/contract';
import type { DeliveryReceipt } from '../../../channels/channel.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { longestReason, storable } from '../../../lib/storable.ts';
import { broadcastMessageStatus } from '../broadcasts.ts';
import { findConversationForUpdate } from '../conversation-rows.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { addActivity } from './add-activity.ts';
import type { MessageRow } from './messages.queries.ts';
import { findMessageById, setRelayId } from './outbound.queries.ts';
import { finishOutgoing, type OutgoingMail } from './outgoing.queries.ts';
import { patchMessageStatus, recordDelivered } from './store-message.ts';

/** How an attempt ended; reasons are fit to be shown to an agent. */
export type Outcome =
  | { state: 'sent' | 'kept_locally'; receipt: DeliveryReceipt }
  | { state: 'failed'; reason: string; problem: MailProblem | null }
  | { state: 'retrying'; reason: string; problem: MailProblem | null; wait_ms: number }
  /** Nothing was tried: the attempt does not count. */
  | { state: 'put back'; wait_ms: number };

/**
 * Writes an outcome down: queue, message, conversation and frames in one unit of work. False when the mail has gone to another
 * process meanwhile, whose outcome then counts.
 */
export async function settleDelivery(
  deps: Deps,
  attempt: { mail: OutgoingMail; owner: string; outcome: Outcome },
): Promise<boolean> {
  const { mail, owner, outcome } = attempt;
  return deps.work(deps.system, async (uow) => {
    // The conversation first, as everybody locks who changes a reply.
    const conversation = await findConversationForUpdate(uow, mail.conversation_id);
    const message = await findMessageById(uow.db, mail.message_id);
    if (!conversation || !message) return true;
    const isOurs = await finishOutgoing(uow.db, { message_id: mail.message_id, owner }, queueEntry(uow, mail, outcome));
    if (!isOurs) return false;
    switch (outcome.state) {
      case 'sent':
      case 'kept_locally':
        await succeed(deps, uow, conversation, message, outcome.receipt);
        break;
      case 'failed':
        await patchMessageStatus(uow, conversation, message, 'failed', { error: outcome.reason });
        await uow.publish({ kind: 'message.failed', conversation_id: conversation.id, message_id: message.id });
        break;
      case 'retrying':
        // The message stays pending; the frame makes screens read why and until when.
        broadcastMessageStatus(uow, conversation, message, 'pending');
    }
    return true;
  });
}

function queueEntry(uow: UnitOfWork, mail: OutgoingMail, outcome: Outcome): Parameters<typeof finishOutgoing>[2] {
  switch (outcome.state) {
    case 'sent':
    case 'kept_locally':
      return {
        state: outcome.state,
        unrecorded_attempts: 0,
        error: null,
        problem: null,
        response: storable(outcome.receipt.response, longestReason),
        finished_at: uow.now,
      };
    case 'failed':
      return {
        state: 'failed',
        unrecorded_attempts: 0,
        error: storable(outcome.reason, longestReason),
        problem: outcome.problem,
        finished_at: uow.now,
      };
    case 'retrying':
      return {
        state: 'retrying',
        due_at: new Date(uow.now.getTime() + outcome.wait_ms),
        unrecorded_attempts: 0,
        error: storable(outcome.reason, longestReason),
        problem: outcome.problem,
        finished_at: null,
      };
    case 'put back':
      return {
        state: 'retrying',
        due_at: new Date(uow.now.getTime() + outcome.wait_ms),
        attempts: mail.attempts - 1,
        unrecorded_attempts: mail.unrecorded_attempts,
        error: mail.error,
        finished_at: null,
      };
  }
}

async function succeed(
  deps: Deps,
  uow: UnitOfWork,
  conversation: ConversationRow,
  message: MessageRow,
  receipt: DeliveryReceipt,
): Promise<void> {
  const relayId = receipt.relay_external_id;
  if (relayId && relayId !== message.source_id) await setRelayId(uow.db, message.id, relayId);
  const rejected = receipt.rejected ?? [];
  const patched = await patchMessageStatus(uow, conversation, message, 'sent', {
    error: undefined,
    ...(rejected.length > 0 && { rejected_recipients: rejected }),
  });
  // The mail has left, yet not for everybody: the agent must learn who does not get it.
  for (const { address, reason } of rejected) {
    await addActivity(uow, conversation, { activity_type: 'bounce', params: { recipient: address, reason } });
  }
  await recordDelivered(uow, conversation, patched, deps.system.id);
  await uow.publish({ kind: 'message.delivered', conversation_id: conversation.id, message_id: message.id });
}
