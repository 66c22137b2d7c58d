import type { InboundMessage, MachineMail, Mailbox } from '../../../channels/channel.ts';
import type { OwnAddresses } from '../../inboxes/index.ts';

/** Whoever wrote a mail, or why it is not taken in at all. */
export type SenderOrReason = { sender: Mailbox } | { skip: 'no_sender' | 'own_loop' | 'own_address' };

/**
 * Finds the writer (behaviour 1.4 and 1.5): the first From, or with a From of our own (a web form) the first Reply-To that is
 * somebody else's. Mail that carries our loop header, or comes from ourselves, is ours.
 */
export function findSender(mail: InboundMessage, own: OwnAddresses): SenderOrReason {
  if (mail.loop_address !== null && own.has(mail.loop_address)) return { skip: 'own_loop' };
  if (!mail.from) return { skip: 'no_sender' };
  if (!own.has(mail.from.address)) return { sender: mail.from };
  const somebody = mail.reply_to.find((mailbox) => !own.has(mailbox.address));
  return somebody ? { sender: somebody } : { skip: 'own_address' };
}

/** The machine class of a mail; a null envelope sender says the same as `Return-Path: <>`, which SMTP does not hand over. */
export function classifyMachine(mail: InboundMessage, envelopeFrom: string | null): MachineMail {
  if (mail.machine.kind === 'hard' || envelopeFrom !== '') return mail.machine;
  return { ...mail.machine, kind: 'hard', reason: 'null envelope sender' };
}
