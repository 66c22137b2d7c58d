import EmailReplyParser from 'email-reply-parser';
import { stripHtmlQuotes } from '../../../lib/html-quotes.ts';
import { htmlToText } from '../../../lib/html-text.ts';
import { cutQuoteTail } from './quote-tail.ts';

/**
 * What the sender wrote anew in a plain text: without quoted history, attribution line and signature. When nothing would
 * remain (a bare quote, a forward) the whole text comes back, so that a preview never stands empty.
 */
export function replyOfText(text: string): string {
  return cutText(text, false) || text.trim();
}

/** The same for an HTML body: quotes marked by the mail program go first, then the text rules see to the rest. */
export function replyOfHtml(html: string, fullText: string): string {
  const unquoted = stripHtmlQuotes(html);
  return cutText(htmlToText(unquoted), unquoted.length < html.length) || fullText;
}

/** Characters given to the library, whose patterns backtrack in the third power of the length. */
const longestParsed = 4_000;

function cutText(text: string, wasCut: boolean): string {
  const trimmed = text.trim();
  const unquoted = trimmed.length > longestParsed ? cutLongText(trimmed) : parse(trimmed);
  return cutQuoteTail(unquoted, wasCut || unquoted.length < trimmed.length);
}

function parse(text: string): string {
  return new EmailReplyParser().parseReply(text).trim();
}

/** Beyond the limit only the head is searched for a quote; when that finds none, the `>` lines alone are dropped. */
function cutLongText(text: string): string {
  const end = text.lastIndexOf('\n', longestParsed);
  const head = text.slice(0, end > 0 ? end : longestParsed);
  const reply = parse(head);
  if (reply !== '' && reply.length < head.length * 0.9) return reply;
  return text
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .trim();
}
