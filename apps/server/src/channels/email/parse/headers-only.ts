import type { InboundAttachment, InboundMessage, Mailbox, SkippedAttachment } from '../../channel.ts';
import { decodeCharset } from './charset.ts';
import { type HeaderBlock, readHeaderBlock } from './header-block.ts';
import { classifyMachineMail } from './machine-mail.ts';
import { largestMail } from './mail-limits.ts';
import { type MessageHeaders, readMessageHeaders } from './message-headers.ts';
import { describePart, type MimePart } from './mime-part.ts';
import { readMimeTree } from './mime-tree.ts';
import { decodeTransferEncoding } from './transfer-encoding.ts';

/** Line put below the text of a mail that could not be read whole. */
export const unreadableNote = 'This message could not be read completely. The original is attached.';

/**
 * The least that can be made of a mail whose parsing failed, so that it is not lost (`reason` is that of the
 * MailParseError): sender, subject, ids, date and recipients by a reader of bounded cost, the first plain text if it
 * stands near the beginning, and the original as an .eml file (over 50 MB only listed, as of every mail). Runs in the
 * calling thread; never throws.
 */
export function parseHeadersOnly(raw: Uint8Array, reason: string, limits = { bytes: largestMail }): InboundMessage {
  const isTooLarge = raw.length > limits.bytes;
  const head = raw.subarray(0, headLimits.bytes);
  const block = readHeaderBlock(head, 0, head.length, null, headLimits);
  const warnings = [`mail could not be parsed: ${reason}`];
  const headers = salvageHeaders(block, warnings);
  const text = [firstText(head), unreadableNote].filter((piece) => piece !== '').join('\n\n');
  return {
    ...headers,
    content_type: 'text',
    content: text,
    content_safe: null,
    text_content: text,
    plain_alternative: null,
    reply_text: text,
    attachments: isTooLarge || raw.length === 0 ? [] : [originalAsFile(raw)],
    skipped_attachments: isTooLarge ? [skippedOriginal(raw)] : [],
    machine: classifyMachineMail(describePart(block, new Uint8Array(), 'text/plain'), headers.from, false),
    bounce: null,
    warnings,
  };
}

/** Only the beginning of the mail is looked at, and little of any one header field. */
const headLimits = { bytes: 512 * 1024, field_bytes: 4 * 1024, fields: 300 };
const textBytes = 128 * 1024;

function salvageHeaders(block: HeaderBlock, warnings: string[]): MessageHeaders {
  try {
    return readMessageHeaders(block, warnings);
  } catch (error) {
    // Whatever broke the parser may lie in one of the header fields: then the sender's address must do.
    warnings.push(`header could not be parsed: ${error instanceof Error ? error.name : 'error'}`);
    const fields = block.fields.filter((field) => field.name === 'from');
    return { ...readMessageHeaders({ ...block, fields: [] }, warnings), from: plainAddress(fields[0]?.value ?? '') };
  }
}

function plainAddress(value: string): Mailbox | null {
  const address = /[^\s<>"(),;:]+@[^\s<>"(),;:]+/.exec(value)?.[0];
  return address === undefined ? null : { name: '', address: address.toLowerCase() };
}

function firstText(head: Uint8Array): string {
  const part = firstTextPart(readMimeTree(head, { parts: 20, depth: 5 }).root);
  if (part === null) return '';
  const bytes = decodeTransferEncoding(part.body.subarray(0, textBytes), part.encoding);
  return decodeCharset(bytes, part.charset).replaceAll(/\r\n?/g, '\n').trim();
}

function firstTextPart(part: MimePart): MimePart | null {
  if (part.children.length === 0) {
    return part.content_type === 'text/plain' && part.disposition !== 'attachment' ? part : null;
  }
  for (const child of part.children) {
    const found = firstTextPart(child);
    if (found !== null) return found;
  }
  return null;
}

const original = { filename: 'original.eml', content_type: 'message/rfc822' };

function skippedOriginal(raw: Uint8Array): SkippedAttachment {
  return { ...original, size: raw.length, reason: 'message_too_large' };
}

function originalAsFile(raw: Uint8Array): InboundAttachment {
  return {
    ...original,
    size: raw.length,
    disposition: 'attachment',
    content_id: null,
    content: raw,
  };
}
