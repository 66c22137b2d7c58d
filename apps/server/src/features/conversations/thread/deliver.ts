import { setTimeout as pause } from 'node:timers/promises';
import { type DeliveryReceipt, PermanentDeliveryError } from '../../../channels/channel.ts';
import type { Deps } from '../../../core/deps.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { findInbox, openConfig } from '../../inboxes/index.ts';
import { broadcastMessageStatus } from '../broadcasts.ts';
import { findConversationForUpdate } from '../conversation-rows.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { addActivity } from './add-activity.ts';
import { buildOutbound } from './build-outbound.ts';
import { isDatabaseTrouble } from './intake-failure.ts';
import type { MessageRow } from './messages.queries.ts';
import { findConversationById, findMessageById, setRelayId } from './outbound.queries.ts';
import { finishOutgoing, type OutgoingMail } from './outgoing.queries.ts';
import { patchMessageStatus, recordDelivered } from './store-message.ts';

/** Minutes until the next attempt after the first, second, … passing failure; then the mail has failed (settled question 19). */
const retryMinutes = [1, 5, 15, 60, 240];

/**
 * Makes one attempt for a claimed mail and writes down how it ended. Between the server's acceptance and our commit lies the one
 * moment in which a crash sends a mail again, under the same Message-ID. Throws when the outcome cannot be written.
 */
export async function deliver(deps: Deps, mail: OutgoingMail, owner: string): Promise<void> {
  let sent: { receipt: DeliveryReceipt; is_local: boolean };
  try {
    sent = await attempt(deps, mail);
  } catch (error) {
    if (error instanceof AttemptInterrupted) {
      deps.log.warn({ message: mail.message_id, err: error }, 'a mail waits for the database');
      return finish(deps, mail, owner, (uow) => giveBack(uow, mail, owner));
    }
    const isFinal = error instanceof PermanentDeliveryError || mail.attempts > retryMinutes.length;
    deps.log.warn({ message: mail.message_id, attempt: mail.attempts, err: error }, 'a mail could not be sent');
    const reason = (error as Error).message.replaceAll('\u0000', '').slice(0, 2000);
    return finish(deps, mail, owner, (uow, ...at) => (isFinal ? fail : postpone)(uow, mail, owner, reason, ...at));
  }
  const { receipt, is_local } = sent;
  await finish(deps, mail, owner, (uow, ...at) => succeed(deps, uow, mail, owner, receipt, is_local, ...at));
}

/** The database failed before the mail was handed to anybody: no attempt of the mail's. */
class AttemptInterrupted extends Error {
  override name = 'AttemptInterrupted';
}

async function attempt(deps: Deps, mail: OutgoingMail): Promise<{ receipt: DeliveryReceipt; is_local: boolean }> {
  const { outbound, config, uuid } = await prepare(deps, mail).catch((error: Error) => {
    // Missing files of the storage have codes like those of broken connections.
    if (!isDatabaseTrouble(error) || 'path' in error) throw error;
    throw new AttemptInterrupted('the database failed', { cause: error });
  });
  const receipt = await deps.channel.send(outbound, config, uuid);
  return { receipt, is_local: config.smtp.length === 0 };
}

async function prepare(deps: Deps, mail: OutgoingMail) {
  const message = await findMessageById(deps.db, mail.message_id);
  const conversation = await findConversationById(deps.db, mail.conversation_id);
  const inbox = await findInbox(deps.db, mail.inbox_id);
  if (!message || !conversation) throw new PermanentDeliveryError('The message is gone');
  // A deleted inbox has an empty configuration, which would mean the outbox.
  if (!inbox || inbox.deleted_at) throw new PermanentDeliveryError('The inbox was deleted');
  if (!inbox.enabled) throw new PermanentDeliveryError('The inbox is disabled');
  const config = openConfig(deps.sealer, inbox.config);
  return { outbound: await buildOutbound(deps, message, conversation, inbox), config, uuid: message.uuid };
}

type Ending = (uow: UnitOfWork, conversation: ConversationRow, message: MessageRow) => Promise<boolean>;

/** How long a lost database is waited for with an outcome in hand, in milliseconds: forgetting it would send the mail again. */
const patienceMs = 25_000;

async function finish(deps: Deps, mail: OutgoingMail, owner: string, end: Ending): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      const isWritten = await write(deps, mail, end);
      if (!isWritten) deps.log.warn({ message: mail.message_id, owner }, 'a mail ended that was no longer ours');
      return;
    } catch (error) {
      if (!isDatabaseTrouble(error) || performance.now() > until) throw error;
      await pause(250);
    }
  }
}

/** Locks the conversation first, as everybody does who changes a reply. */
function write(deps: Deps, mail: OutgoingMail, end: Ending): Promise<boolean> {
  return deps.work(deps.system, async (uow) => {
    const conversation = await findConversationForUpdate(uow, mail.conversation_id);
    const message = await findMessageById(uow.db, mail.message_id);
    return conversation && message ? end(uow, conversation, message) : true;
  });
}

async function succeed(
  deps: Deps,
  uow: UnitOfWork,
  mail: OutgoingMail,
  owner: string,
  receipt: DeliveryReceipt,
  isLocal: boolean,
  conversation: ConversationRow,
  message: MessageRow,
): Promise<boolean> {
  const isOurs = await finishOutgoing(
    uow.db,
    { message_id: mail.message_id, owner },
    {
      state: isLocal ? 'kept_locally' : 'sent',
      error: null,
      response: receipt.response.slice(0, 2000),
      finished_at: uow.now,
    },
  );
  if (!isOurs) return false;
  const relayId = receipt.relay_external_id;
  if (relayId && relayId !== message.source_id) await setRelayId(uow.db, message.id, relayId);
  const rejected = receipt.rejected ?? [];
  const patched = await patchMessageStatus(uow, conversation, message, 'sent', {
    error: undefined,
    ...(rejected.length > 0 && { rejected_recipients: rejected }),
  });
  for (const { address, reason } of rejected) {
    await addActivity(uow, conversation, { activity_type: 'bounce', params: { recipient: address, reason } });
  }
  await recordDelivered(uow, conversation, patched, deps.system.id);
  await uow.publish({ kind: 'message.delivered', conversation_id: conversation.id, message_id: message.id });
  return true;
}

async function fail(
  uow: UnitOfWork,
  mail: OutgoingMail,
  owner: string,
  reason: string,
  conversation: ConversationRow,
  message: MessageRow,
): Promise<boolean> {
  const isOurs = await finishOutgoing(
    uow.db,
    { message_id: mail.message_id, owner },
    { state: 'failed', error: reason, finished_at: uow.now },
  );
  if (!isOurs) return false;
  await patchMessageStatus(uow, conversation, message, 'failed', { error: reason });
  await uow.publish({ kind: 'message.failed', conversation_id: conversation.id, message_id: message.id });
  return true;
}

/** The message stays pending; the frame makes screens read why and until when. */
async function postpone(
  uow: UnitOfWork,
  mail: OutgoingMail,
  owner: string,
  reason: string,
  conversation: ConversationRow,
  message: MessageRow,
): Promise<boolean> {
  const waitMs = retryMinutes[mail.attempts - 1]! * 60_000;
  const isOurs = await finishOutgoing(
    uow.db,
    { message_id: mail.message_id, owner },
    { state: 'retrying', due_at: new Date(uow.now.getTime() + waitMs), error: reason, finished_at: null },
  );
  if (isOurs) broadcastMessageStatus(uow, conversation, message, 'pending');
  return isOurs;
}

/** As if it had not been claimed; the pause is for the database. */
function giveBack(uow: UnitOfWork, mail: OutgoingMail, owner: string): Promise<boolean> {
  return finishOutgoing(
    uow.db,
    { message_id: mail.message_id, owner },
    {
      state: 'retrying',
      due_at: new Date(uow.now.getTime() + 2_000),
      attempts: mail.attempts - 1,
      error: mail.error,
      finished_at: null,
    },
  );
}
