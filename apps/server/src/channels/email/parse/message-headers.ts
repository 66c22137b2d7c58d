import type { InboundMessage } from '../../channel.ts';
import { mostAddresses, parseAddresses } from './addresses.ts';
import { readConversationUuid } from './delivery-report.ts';
import { decodeEncodedWords } from './encoded-words.ts';
import { allHeaders, firstHeader, type HeaderBlock } from './header-block.ts';
import { readMessageId, readMessageIds } from './message-ids.ts';
import { readSentDate } from './sent-date.ts';

/** The members of an inbound message that its header alone decides. */
export type MessageHeaders = Pick<
  InboundMessage,
  | 'external_id'
  | 'in_reply_to'
  | 'references'
  | 'id_headers'
  | 'from'
  | 'reply_to'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'delivered_to'
  | 'subject'
  | 'sent_at'
  | 'loop_address'
  | 'conversation_uuid'
>;

/** Reads identity, addresses, subject and date (behaviour 1.3, 1.5). Of repeated Subject, From or Message-ID the first counts. */
export function readMessageHeaders(header: HeaderBlock, warnings: string[]): MessageHeaders {
  const mailboxes = (name: string) => {
    const found = parseAddresses(allHeaders(header, name));
    if (found.length >= mostAddresses) warnings.push(`only ${mostAddresses} addresses of ${name} are kept`);
    return found;
  };
  return {
    external_id: readMessageId(firstHeader(header, 'message-id')),
    in_reply_to: readMessageIds(allHeaders(header, 'in-reply-to')),
    references: readMessageIds(allHeaders(header, 'references')),
    id_headers: {
      message_id: shortHeader(header, 'message-id'),
      in_reply_to: shortHeader(header, 'in-reply-to'),
      references: shortHeader(header, 'references'),
      date: shortHeader(header, 'date'),
    },
    from: mailboxes('from')[0] ?? null,
    reply_to: mailboxes('reply-to'),
    to: mailboxes('to'),
    cc: mailboxes('cc'),
    bcc: mailboxes('bcc'),
    delivered_to: readDeliveredTo(header),
    subject: readSubject(header),
    sent_at: readSentDate(firstHeader(header, 'date')),
    loop_address: parseAddresses(allHeaders(header, 'x-bellhop-loop-prevention'))[0]?.address ?? null,
    conversation_uuid: readConversationUuid(header),
  };
}

const longestSubject = 1000;
const longestIdHeader = 4000;

function readSubject(header: HeaderBlock): string {
  const subject = decodeEncodedWords(firstHeader(header, 'subject') ?? '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return [...subject.slice(0, longestSubject * 2)].slice(0, longestSubject).join('');
}

function readDeliveredTo(header: HeaderBlock): string[] {
  const values = header.fields
    .filter((field) => field.name === 'delivered-to' || field.name === 'x-original-to')
    .map((field) => field.value);
  return parseAddresses(values).map((mailbox) => mailbox.address);
}

function shortHeader(header: HeaderBlock, name: string): string | null {
  return firstHeader(header, name)?.slice(0, longestIdHeader).toWellFormed() ?? null;
}
