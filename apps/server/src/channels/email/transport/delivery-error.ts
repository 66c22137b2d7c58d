import type { NodemailerError } from 'nodemailer';
import { PermanentDeliveryError, type RejectedRecipient, TemporaryDeliveryError } from '../../channel.ts';
import { describeMailError, type MailServer } from './describe-mail-error.ts';
import { describeSmtpReply } from './describe-smtp-reply.ts';

/**
 * Sorts a failed delivery by settled question 19 and behaviour 2.3: a 5xx reply, a broken envelope and a message over the
 * announced size fail for good; connection trouble and 4xx replies are tried again later. The text is for an agent.
 */
export function deliveryError(error: unknown, server: MailServer): PermanentDeliveryError | TemporaryDeliveryError {
  const failure = asNodemailerError(error);
  const message = deliveryErrorText(failure, server);
  return isPermanent(failure)
    ? new PermanentDeliveryError(message, { cause: error })
    : new TemporaryDeliveryError(message, { cause: error });
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

function deliveryErrorText(failure: NodemailerError, server: MailServer): string {
  const refused = failure.rejectedErrors ?? [];
  if (refused.length > 0) {
    return refused.map((one) => `${one.recipient}: ${describeSmtpReply(one.response ?? one.message)}`).join('\n');
  }
  if (failure.code === 'EABORT') return `Sending to ${server.host}:${server.port} took too long and was stopped`;
  if (failure.code === 'EAUTH' || failure.code === 'ETLS') return describeMailError(failure, server);
  if (failure.response !== undefined) return describeSmtpReply(failure.response);
  if (failure.code === 'EMESSAGE') return `The message is larger than ${server.host} accepts`;
  if (failure.code === 'EENVELOPE') return `The mail cannot be addressed: ${failure.message}`;
  return describeMailError(failure, server);
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
