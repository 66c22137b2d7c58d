import type { Message } from '@bellhop/contract';
import { listed } from './meta-addresses.ts';

/** Who a reply goes to: bare addresses in lower case. */
export interface Recipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

export const noRecipients: Recipients = { to: [], cc: [], bcc: [] };

/** `reply` answers one person, `reply_all` everybody whom the last mail named. */
export type ReplyScope = 'reply' | 'reply_all';

/**
 * Where a recipient comes from: the customer; somebody on the last mail; somebody whom the customer has just brought in; somebody
 * whom the agent added.
 */
export type RecipientOrigin = 'customer' | 'last_mail' | 'added_by_customer' | 'added_by_you';

/** What of a message decides who gets the next reply. */
export type HeardMessage = Pick<Message, 'type' | 'private' | 'status' | 'meta' | 'created_at'>;

/** What else decides it. */
export interface ReplyThread {
  contact_email: string | null;
  inbox_mail: string;
}

/**
 * Whom the next reply goes to (wire B 3.7), from the latest public message that was received or sent; automated ones and
 * surveys are passed over (behaviour 2.2). Incoming: to its sender, cc everybody else it named, and the contact if named
 * nowhere. Outgoing: the same people again. Bcc is always empty, the inbox's own address (also with a `+part`) never
 * among them. Nobody when `inbox_mail` is empty; the contact alone when no such message is known. The scope `reply` leaves
 * one person of them: the sender, or of a mail of ours the contact.
 */
export function replyRecipients(
  messages: readonly HeardMessage[],
  { contact_email, inbox_mail }: ReplyThread,
  scope: ReplyScope = 'reply_all',
): Recipients {
  const inbox = inbox_mail.trim().toLowerCase();
  if (inbox === '') return noRecipients;
  const contact = clean([contact_email ?? ''], inbox);
  const latest = answeredMail(messages);
  if (!latest) return { to: contact, cc: [], bcc: [] };

  const [from, to, cc] = [listed(latest.meta, 'from'), listed(latest.meta, 'to'), listed(latest.meta, 'cc')];
  const isIncoming = latest.type === 'incoming';
  const first = clean(isIncoming ? from : to, inbox);
  const answered = first.length > 0 ? first : contact;
  if (scope === 'reply') {
    const isToContact = contact.some((address) => answered.includes(address));
    return { to: isToContact ? contact : answered.slice(0, 1), cc: [], bcc: [] };
  }
  const copied = clean(isIncoming ? [...cc, ...to] : cc, inbox).filter((address) => !answered.includes(address));
  const isContactMissing = isIncoming && !contact.some((one) => answered.includes(one) || copied.includes(one));
  return { to: answered, cc: isContactMissing ? [...copied, ...contact] : copied, bcc: [] };
}

/** The mail that the next reply answers: the latest public one that a person wrote and that was received or sent. */
export function answeredMail(messages: readonly HeardMessage[]): HeardMessage | undefined {
  return messages
    .filter(countsForReply)
    .reduce<HeardMessage | undefined>(
      (latest, message) =>
        latest && Date.parse(latest.created_at) >= Date.parse(message.created_at) ? latest : message,
      undefined,
    );
}

/** Whom mail goes to that no person wrote: the requester alone, whoever else was on the thread (behaviour 2.2). */
export function automatedRecipients({ contact_email }: Pick<ReplyThread, 'contact_email'>): Recipients {
  const address = contact_email?.trim().toLowerCase() ?? '';
  return { to: address === '' ? [] : [address], cc: [], bcc: [] };
}

/**
 * Where an address of a reply comes from. Only a thread that is known from its beginning (`is_whole`) tells that somebody was on
 * no earlier mail.
 */
export function recipientOrigin(
  address: string,
  messages: readonly HeardMessage[],
  { contact_email, inbox_mail, is_whole }: ReplyThread & { is_whole: boolean },
): RecipientOrigin {
  if (address === contact_email?.trim().toLowerCase()) return 'customer';
  const counting = messages.filter(countsForReply);
  const latest = answeredMail(messages);
  const inbox = inbox_mail.trim().toLowerCase();
  if (!latest || !peopleOf(latest, inbox).includes(address)) return 'added_by_you';
  const isNamed = !clean(listed(latest.meta, 'from'), inbox).includes(address);
  const wasThere = counting.some((message) => message !== latest && peopleOf(message, inbox).includes(address));
  return latest.type === 'incoming' && isNamed && is_whole && !wasThere ? 'added_by_customer' : 'last_mail';
}

/** Everybody who was on a public mail of the thread, Bcc and the inbox itself left out. */
export function threadPeople(messages: readonly HeardMessage[], inboxMail: string): string[] {
  const inbox = inboxMail.trim().toLowerCase();
  return [...new Set(messages.filter(countsForReply).flatMap((message) => peopleOf(message, inbox)))];
}

/** `help+4812@shop.example` is delivered as `help@shop.example`. */
export function withoutPart(address: string): string {
  return address.replace(/\+[^@]*@/, '@');
}

function peopleOf({ meta }: HeardMessage, inbox: string): string[] {
  return clean(
    ['from', 'to', 'cc'].flatMap((key) => listed(meta, key)),
    inbox,
  );
}

function countsForReply({ type, private: isPrivate, status, meta }: HeardMessage): boolean {
  if (type === 'activity' || isPrivate || meta.is_automated === true || meta.is_csat === true) return false;
  return status === 'received' || status === 'sent';
}

function clean(addresses: readonly string[], inbox: string): string[] {
  const lower = addresses.map((address) => address.trim().toLowerCase());
  return [...new Set(lower)].filter((address) => address !== '' && withoutPart(address) !== withoutPart(inbox));
}
