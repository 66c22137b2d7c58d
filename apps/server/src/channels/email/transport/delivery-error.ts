import type { NodemailerError } from 'nodemailer';
import { PermanentDeliveryError, type RejectedRecipient, TemporaryDeliveryError } from '../../channel.ts';
import { explainMailError, type MailFailure, type MailServer } from './describe-mail-error.ts';
import { describeSmtpReply, explainSmtpReply } from './describe-smtp-reply.ts';

/**
 * Sorts a failed delivery by settled question 19 and behaviour 2.3: a 5xx reply, a broken envelope and a message over the
 * announced size fail for good; connection trouble and 4xx replies are tried again later. The text is for an agent.
 */
export function deliveryError(error: unknown, server: MailServer): PermanentDeliveryError | TemporaryDeliveryError {
  const failure = asNodemailerError(error);
  const { problem, text } = explainDelivery(failure, server);
  const DeliveryError = isPermanent(failure) ? PermanentDeliveryError : TemporaryDeliveryError;
  return new DeliveryError(text, { cause: error, problem });
}

/** Recipients that were turned down while others were accepted. */
export function rejectedRecipients(errors: NodemailerError[] | undefined): RejectedRecipient[] {
  return (errors ?? []).map((error) => ({
    address: error.recipient ?? '',
    reason: describeSmtpReply(error.response ?? error.message),
    is_permanent: isPermanent(error),
  }));
}

/**
 * Whether another try on a fresh connection makes sense at once: the connection broke, or the server closed it (421),
 * before it had acknowledged the mail. Time-outs are not among them: a server that is slow to take a mail would get it
 * twice, and an attempt must end in good time.
 */
export function isBrokenConnection(error: unknown): boolean {
  const failure = asNodemailerError(error);
  if (failure.responseCode !== undefined) return failure.responseCode === 421;
  if (failure.code === 'ECONNECTION') return true;
  return (
    failure.code === 'ESOCKET' &&
    ['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE'].includes(failure.originalCode ?? '')
  );
}

/** The server turned down the sender or every recipient, for good: with a null sender, that may be the reason. */
export function isEnvelopeRefused(error: unknown): boolean {
  const failure = asNodemailerError(error);
  return ['MAIL FROM', 'RCPT TO'].includes(failure.command ?? '') && (failure.responseCode ?? 0) >= 500;
}

function explainDelivery(failure: NodemailerError, server: MailServer): MailFailure {
  const refused = (failure.rejectedErrors ?? []).map((one) => ({
    address: one.recipient,
    ...explainSmtpReply(one.response ?? one.message),
  }));
  if (refused.length > 0) {
    return { problem: refused[0]!.problem, text: refused.map((one) => `${one.address}: ${one.text}`).join('\n') };
  }
  const { host, port } = server;
  if (failure.code === 'EABORT') {
    return { problem: 'timeout', text: `Sending to ${host}:${port} took too long and was stopped` };
  }
  if (failure.code === 'EAUTH' || failure.code === 'ETLS') return explainMailError(failure, server);
  if (failure.response !== undefined) return explainSmtpReply(failure.response);
  if (failure.code === 'EMESSAGE') {
    return { problem: 'too_large', text: `The message is larger than ${host} accepts` };
  }
  if (failure.code === 'EENVELOPE') {
    return { problem: 'recipient_refused', text: `The mail cannot be addressed: ${failure.message}` };
  }
  return explainMailError(failure, server);
}

/**
 * A 503 reply (bad sequence of commands) and a refused STARTTLS speak of the session, not of the mail, so they count as
 * passing: the mail goes out once the settings are right.
 */
function isPermanent(failure: NodemailerError): boolean {
  if (failure.code === 'ETLS') return false;
  if (failure.permanent !== undefined) return failure.permanent;
  return failure.code === 'EENVELOPE' || failure.code === 'EMESSAGE';
}

function asNodemailerError(error: unknown): NodemailerError {
  return error instanceof Error ? error : new Error(String(error));
}
