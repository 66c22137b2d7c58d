import MailComposer, { type MailComposerAttachment } from 'nodemailer/lib/mail-composer';
import type { OutboundAttachment, OutboundMessage } from '../../channel.ts';
import { htmlToPlainText } from './html-to-plain-text.ts';
import { cleanId, threadHeaders } from './thread-headers.ts';

/** SMTP envelope of a composed mail: bare addresses, Bcc among `to`. */
export interface MailEnvelope {
  /** '' is the null sender of automated mail: nobody answers it, no bounce comes back (RFC 3834 3.3). */
  from: string;
  to: string[];
  /** Taken for relays that refuse the null sender ("where the relay permits", behaviour 2.4); null for human mail. */
  fallback_from: string | null;
}

/** A mail as it goes over the wire, with CRLF line ends and 7-bit throughout. */
export interface ComposedMail {
  raw: Buffer;
  envelope: MailEnvelope;
}

/**
 * Encodes a complete outbound message as MIME (behaviour 2.4 and 2.5): multipart/alternative with a text version,
 * multipart/related for cid images, RFC 2231 file names, the headers of the thread and of Bellhop. Bcc is only in the
 * envelope. Composing the same message again gives the same mail up to its MIME boundaries.
 */
export async function composeMail(message: OutboundMessage): Promise<ComposedMail> {
  const thread = threadHeaders(message);
  const text = message.text ?? htmlToPlainText(message.html);
  const composer = new MailComposer({
    from: { name: oneLine(message.from.name), address: oneLine(message.from.address) },
    to: message.to.map(bareMailbox),
    cc: message.cc.map(bareMailbox),
    ...(message.reply_to ? { replyTo: bareMailbox(message.reply_to) } : {}),
    subject: oneLine(message.subject),
    messageId: `<${cleanId(message.external_id)}>`,
    date: new Date(message.date),
    ...(thread.in_reply_to ? { inReplyTo: `<${thread.in_reply_to}>` } : {}),
    ...(thread.references.length > 0 ? { references: thread.references.map((id) => `<${id}>`) } : {}),
    headers: bellhopHeaders(message),
    // Written as a content object because an empty string would be taken for "no such part".
    text: { content: text === '' ? '\n' : text },
    html: { content: message.html === '' ? '<p></p>' : message.html },
    attachments: message.attachments.map(attachmentPart),
    normalizeHeaderKey: (key: string) => spelledHeaders.find((name) => name.toLowerCase() === key.toLowerCase()) ?? key,
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return { raw, envelope: envelopeOf(message) };
}

const spelledHeaders = ['X-Bellhop-Conversation-UUID', 'X-Bellhop-Loop-Prevention'];

function bellhopHeaders(message: OutboundMessage): Record<string, string> {
  return {
    'X-Bellhop-Loop-Prevention': oneLine(message.from.address),
    ...(message.conversation_uuid === null
      ? {}
      : { 'X-Bellhop-Conversation-UUID': oneLine(message.conversation_uuid) }),
    ...(message.auto_submitted === null
      ? {}
      : { 'Auto-Submitted': message.auto_submitted, 'X-Auto-Response-Suppress': 'All' }),
  };
}

function envelopeOf(message: OutboundMessage): MailEnvelope {
  const from = oneLine(message.from.address);
  const to = [...new Set([...message.to, ...message.cc, ...message.bcc].map(oneLine))].filter((one) => one !== '');
  return message.auto_submitted === null ? { from, to, fallback_from: null } : { from: '', to, fallback_from: from };
}

function attachmentPart(attachment: OutboundAttachment): MailComposerAttachment {
  const content = Buffer.from(attachment.content.buffer, attachment.content.byteOffset, attachment.content.byteLength);
  return {
    filename: oneLine(attachment.filename) || 'attachment',
    contentType: partType(attachment.content_type, content),
    contentDisposition: attachment.content_id === null ? 'attachment' : 'inline',
    ...(attachment.content_id === null ? {} : { cid: cleanId(attachment.content_id) }),
    content,
  };
}

/**
 * A message/* part must not be encoded (RFC 2046 5.2.1), so one that is not plain 7-bit text travels as a file: otherwise
 * a relay without 8BITMIME would damage or refuse the mail. An unreadable type becomes one that nothing opens by itself.
 */
function partType(contentType: string, content: Buffer): string {
  const type = oneLine(contentType);
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;.*)?$/.test(type) || /^multipart\//i.test(type))
    return 'application/octet-stream';
  if (/^message\//i.test(type) && !isSevenBit(content)) return 'application/octet-stream';
  return type;
}

function isSevenBit(content: Buffer): boolean {
  let lineLength = 0;
  for (const byte of content) {
    if (byte === 0 || byte > 0x7f) return false;
    lineLength = byte === 0x0a ? 0 : lineLength + 1;
    if (lineLength > 998) return false;
  }
  return true;
}

function bareMailbox(address: string): { name: string; address: string } {
  return { name: '', address: oneLine(address) };
}

/** A line break inside a header value would start a header of the writer's choosing. */
function oneLine(value: string): string {
  return value
    .replace(/[\r\n]+\s*/g, ' ')
    .replace(/\p{Cc}+/gu, '')
    .trim();
}
