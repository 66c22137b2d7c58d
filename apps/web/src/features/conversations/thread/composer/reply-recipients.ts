import type { Message } from '@bellhop/contract';

/** Who a reply goes to: bare addresses in lower case. */
export interface Recipients {
  to: string[];
  cc: string[];
  bcc: string[];
}

export const noRecipients: Recipients = { to: [], cc: [], bcc: [] };

/** What of a message decides who gets the next reply. */
type Heard = Pick<Message, 'type' | 'private' | 'status' | 'meta' | 'created_at'>;

/**
 * Whom the next reply goes to (wire B 3.7), from the latest public message that was received or sent; automated ones and
 * surveys are passed over (behaviour 2.2). Incoming: to its sender, cc everybody else it named, and the contact if named
 * nowhere. Outgoing: the same people again. Bcc is always empty, the inbox's own address (also with a `+part`) never
 * among them. Nobody when `inbox_mail` is empty; the contact alone when no such message is known.
 */
export function replyRecipients(
  messages: readonly Heard[],
  { contact_email, inbox_mail }: { contact_email: string | null; inbox_mail: string },
): Recipients {
  const inbox = inbox_mail.trim().toLowerCase();
  if (inbox === '') return noRecipients;
  const contact = clean([contact_email ?? ''], inbox);
  const latest = latestOf(messages.filter(countsForReply));
  if (!latest) return { to: contact, cc: [], bcc: [] };

  const [from, to, cc] = [list(latest.meta, 'from'), list(latest.meta, 'to'), list(latest.meta, 'cc')];
  const isIncoming = latest.type === 'incoming';
  const first = clean(isIncoming ? from : to, inbox);
  const answered = first.length > 0 ? first : contact;
  const copied = clean(isIncoming ? [...cc, ...to] : cc, inbox).filter((address) => !answered.includes(address));
  const isContactMissing = isIncoming && !contact.some((one) => answered.includes(one) || copied.includes(one));
  return { to: answered, cc: isContactMissing ? [...copied, ...contact] : copied, bcc: [] };
}

function countsForReply({ type, private: isPrivate, status, meta }: Heard): boolean {
  if (type === 'activity' || isPrivate || meta.is_automated === true || meta.is_csat === true) return false;
  return status === 'received' || status === 'sent';
}

function latestOf(messages: readonly Heard[]): Heard | undefined {
  return messages.reduce<Heard | undefined>(
    (latest, message) => (latest && Date.parse(latest.created_at) >= Date.parse(message.created_at) ? latest : message),
    undefined,
  );
}

/** The addresses under a key of `meta`, which foreign data may fill with anything. */
export function list(meta: Message['meta'], key: string): string[] {
  const value = meta[key];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function clean(addresses: readonly string[], inbox: string): string[] {
  const lower = addresses.map((address) => address.trim().toLowerCase());
  return [...new Set(lower)].filter((address) => address !== '' && withoutPart(address) !== withoutPart(inbox));
}

/** `help+4812@shop.example` is delivered as `help@shop.example`. */
function withoutPart(address: string): string {
  return address.replace(/\+[^@]*@/, '@');
}
