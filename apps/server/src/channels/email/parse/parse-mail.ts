import { htmlToText } from '../../../lib/html-text.ts';
import type { InboundMessage } from '../../channel.ts';
import { sanitizeMailHtml } from '../sanitize/sanitize-mail-html.ts';
import { listSkipped, readAttachments } from './attachments.ts';
import { chooseBody, type MailBody } from './body.ts';
import { readDeliveryReport } from './delivery-report.ts';
import { classifyMachineMail } from './machine-mail.ts';
import { largestMail } from './mail-limits.ts';
import { readMessageHeaders } from './message-headers.ts';
import { readMimeTree } from './mime-tree.ts';
import { replyOfHtml, replyOfText } from './reply-text.ts';

/**
 * Turns the raw bytes of a mail into the neutral message (behaviour 1.3 to 1.6). Takes whatever there is: broken structure,
 * charsets and headers give warnings, not errors. Attachment contents may share memory with `raw`. Its cost is bounded
 * for honest mail only, which is why the product calls it through the pool of `createMailParserPool`.
 */
export async function parseMail(raw: Uint8Array, limits = { bytes: largestMail }): Promise<InboundMessage> {
  const tree = readMimeTree(raw);
  const body = chooseBody(tree.root);
  const warnings = [...tree.warnings, ...body.warnings];
  const headers = readMessageHeaders(tree.root.header, warnings);
  const isTooLarge = raw.length > limits.bytes;
  if (isTooLarge) warnings.push(`mail of ${raw.length} bytes is too large: files are not stored`);
  const texts = readTexts(body);
  const bounce = readDeliveryReport(tree.root, headers.from, texts.text_content);
  const tooLarge = isTooLarge ? body.files.map((part) => ({ part, reason: 'message_too_large' as const })) : [];
  return {
    ...headers,
    content_type: body.content_type,
    content: body.content,
    plain_alternative: body.plain_alternative,
    ...texts,
    attachments: isTooLarge ? [] : readAttachments(body.files, body.content_type === 'html' ? body.content : null),
    skipped_attachments: listSkipped([...tooLarge, ...tree.skipped]),
    machine: classifyMachineMail(tree.root, headers.from, bounce !== null),
    bounce,
    warnings,
  };
}

type Texts = Pick<InboundMessage, 'content_safe' | 'text_content' | 'reply_text'>;

function readTexts(body: MailBody): Texts {
  if (body.content_type === 'text') {
    const text = body.content.trim();
    return { content_safe: null, text_content: text, reply_text: replyOfText(text) };
  }
  const text = htmlToText(body.content) || (body.plain_alternative ?? '').trim();
  return {
    content_safe: sanitizeMailHtml(body.content),
    text_content: text,
    reply_text: replyOfHtml(body.content, text),
  };
}
