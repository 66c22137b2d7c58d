import { setTimeout as pause } from 'node:timers/promises';
import type { MailProblem } from '@bellhop/contract';
import { ChannelClosedError, PermanentDeliveryError } from '../../../channels/channel.ts';
import type { Deps } from '../../../core/deps.ts';
import { retryMinutes } from '../../../core/mail-retries.ts';
import { longestReason, storable } from '../../../lib/storable.ts';
import { StorageUnavailableError } from '../../../lib/storage.ts';
import { findInbox, openConfig } from '../../inboxes/index.ts';
import { beginHandover } from './begin-handover.ts';
import { buildOutbound } from './build-outbound.ts';
import { type Outcome, settleDelivery } from './delivery-outcome.ts';
import { isDatabaseTrouble } from './intake-failure.ts';
import { findConversationById, findMessageById } from './outbound.queries.ts';
import type { OutgoingMail } from './outgoing.queries.ts';

/** How long a lost database is waited for with an outcome in hand, in milliseconds: forgetting it would send the mail again. */
const patienceMs = 25_000;
/** Pause of a mail that was put back, in milliseconds. */
const putBackMs = 2_000;
/** A mail that was handed over so often, and whose outcome nobody could write down, is not handed over again. */
const mostUnrecorded = 3;

/**
 * Makes one attempt for a claimed mail and writes down how it ended. Between the server's acceptance and our commit lies the one
 * moment in which a crash sends a mail again, under the same Message-ID. Throws when the outcome cannot be written; the mail is
 * sent again when its lease has ended, three times at most, because each handover is counted before it is made.
 */
export async function deliver(deps: Deps, mail: OutgoingMail, owner: string): Promise<void> {
  const outcome = await attempt(deps, mail, owner).catch((error: Error) => failureOf(deps, mail, error));
  if (outcome === null) {
    deps.log.warn({ message: mail.message_id, owner }, 'a mail was no longer ours before it was sent');
    return;
  }
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      const isOurs = await settleDelivery(deps, { mail, owner, outcome });
      if (!isOurs) deps.log.warn({ message: mail.message_id, owner }, 'a mail ended that was no longer ours');
      else count(deps, outcome);
      return;
    } catch (error) {
      if (!isDatabaseTrouble(error) || performance.now() > until) throw error;
      await pause(250);
    }
  }
}

function count({ meter }: Deps, { state }: Outcome): void {
  if (state === 'put back') return;
  const name = state === 'failed' || state === 'retrying' ? 'mails_failed_total' : 'mails_sent_total';
  meter.count(name, { outcome: state });
}

/** The database or the storage failed before the mail was handed to anybody. */
class AttemptInterrupted extends Error {
  override name = 'AttemptInterrupted';
}

/** Null when the mail was another process's in the end, and nothing was sent. */
async function attempt(deps: Deps, mail: OutgoingMail, owner: string): Promise<Outcome | null> {
  if (mail.unrecorded_attempts >= mostUnrecorded) throw new PermanentDeliveryError(unknownOutcome);
  const { outbound, config, uuid } = await beforeHandover(() => prepare(deps, mail));
  const isOurs = await beforeHandover(() => beginHandover(deps, mail, owner));
  if (!isOurs) return null;
  const receipt = await deps.channel.send(outbound, config, uuid);
  return { state: config.smtp.length === 0 ? 'kept_locally' : 'sent', receipt };
}

const unknownOutcome =
  `It is not known whether this mail was delivered: it was handed over ${mostUnrecorded} times, and the outcome could not ` +
  'be recorded. Ask the recipient before it is sent again';

async function beforeHandover<T>(step: () => Promise<T>): Promise<T> {
  return step().catch((error: Error) => {
    // A file that storage does not have is no trouble with the database, although the codes look alike.
    if (error instanceof StorageUnavailableError) throw new AttemptInterrupted('the storage failed', { cause: error });
    if (!isDatabaseTrouble(error) || 'path' in error) throw error;
    throw new AttemptInterrupted('the database failed', { cause: error });
  });
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

/** Whatever is not refused for good is tried again, while attempts are left; what never began is no attempt. */
function failureOf(deps: Deps, mail: OutgoingMail, error: Error): Outcome {
  if (error instanceof AttemptInterrupted || error instanceof ChannelClosedError) {
    deps.log.warn({ message: mail.message_id, err: error }, 'a mail was put back');
    return { state: 'put back', wait_ms: putBackMs };
  }
  deps.log.warn({ message: mail.message_id, attempt: mail.attempts, err: error }, 'a mail could not be sent');
  const reason = storable(error.message, longestReason);
  const problem = 'problem' in error ? (error.problem as MailProblem) : null;
  const minutes = retryMinutes[mail.attempts - 1];
  return error instanceof PermanentDeliveryError || minutes === undefined
    ? { state: 'failed', reason, problem }
    : { state: 'retrying', reason, problem, wait_ms: minutes * 60_000 };
}
