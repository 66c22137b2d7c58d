import type { Mailbox } from '../../../channels/channel.ts';
import { buildPlusAddress } from '../../../channels/email/transport/plus-address.ts';
import { fullName } from '../../../core/actor.ts';
import type { InboxRecord } from '../../inboxes/index.ts';
import type { ThreadMail } from './outbound.queries.ts';

const replyPrefix =
  /^\s*(re|aw|sv|vs|antw|odp|odg|rif|ynt|res|ref|r|vá|atb|bls|ang|ha|на|ответ|回复|回覆|答复|返信|답장)\s*(\[\d+\])?\s*[:：]/iu;

/** The subject of a mail: `Re: ` in front of every mail but the first, unless one stands there in some language (behaviour 2.4). */
export function outboundSubject(subject: string, isFirst: boolean): string {
  const line = subject.replace(/[\r\n]+/g, ' ').trim();
  return isFirst || replyPrefix.test(line) ? line : `Re: ${line}`;
}

/**
 * Parent and ancestors of a mail: the latest incoming one (a person's before a machine's), else our latest sent one.
 * References are the parent's own and the parent; a parent of ours knows those before it from the thread. `mails` come
 * newest first; the transport shortens the list.
 */
export function threadOf(mails: readonly ThreadMail[]): { in_reply_to: string | null; references: string[] } {
  const incoming = mails.filter((mail) => mail.type === 'incoming');
  const parent = incoming.find((mail) => !mail.is_auto_reply) ?? incoming[0] ?? mails[0];
  if (!parent) return { in_reply_to: null, references: [] };
  const ancestors = parent.type === 'incoming' ? parent.references : mails.map((mail) => mail.mail_id).toReversed();
  const references = [...ancestors.filter((id) => id !== parent.mail_id), parent.mail_id];
  return { in_reply_to: parent.mail_id, references };
}

/**
 * Where answers go (behaviour 2.4): what the message says, else the plus address of the conversation, else the inbox's reply
 * address, else nothing, so that they come to From.
 */
export function replyToOf(
  inbox: Pick<InboxRecord, 'address' | 'reply_to' | 'enable_plus_addressing'>,
  conversationUuid: string,
  own: string | undefined,
): string | null {
  if (own) return own;
  const plus = inbox.enable_plus_addressing
    ? buildPlusAddress(inbox.reply_to || inbox.address, conversationUuid)
    : null;
  return plus ?? (inbox.reply_to || null);
}

/**
 * The From mailbox: the inbox's, with a name by the inbox's template when a person wrote. Anything that leaves the name empty
 * keeps the plain one; the address never changes.
 */
export function fromMailbox(
  mailbox: Mailbox,
  inbox: Pick<InboxRecord, 'name' | 'from_name_template'>,
  agent: { first_name: string; last_name: string } | null,
): Mailbox {
  if (!agent || inbox.from_name_template.trim() === '') return mailbox;
  const values: Record<string, string> = {
    'Agent.FirstName': agent.first_name,
    'Agent.LastName': agent.last_name,
    'Agent.FullName': fullName(agent),
    'Inbox.Name': inbox.name,
  };
  const name = inbox.from_name_template
    .replace(/\{\{\s*\.?([A-Za-z.]+)\s*\}\}/g, (whole, variable: string) => values[variable] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
  return name === '' || name.includes('{{') ? mailbox : { ...mailbox, name };
}
