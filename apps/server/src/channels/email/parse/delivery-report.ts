import type { Bounce, BounceRecipient, Mailbox } from '../../channel.ts';
import { cleanText } from './charset.ts';
import { allHeaders, firstHeader, type HeaderBlock, readHeaderBlock } from './header-block.ts';
import { hasNullReturnPath, isMailSystem } from './machine-mail.ts';
import { readMessageIds } from './message-ids.ts';
import type { MimePart } from './mime-part.ts';
import { decodeTransferEncoding } from './transfer-encoding.ts';

/**
 * Reads a delivery report (RFC 3464, behaviour 1.4): its recipients, and the Message-ID and conversation of the returned
 * original. Reports without message/delivery-status are recognised when a mail system sent them and their
 * text names a failed recipient in a known form. null for everything else: a bounce that a person forwards or
 * attaches is an ordinary mail.
 */
export function readDeliveryReport(root: MimePart, from: Mailbox | null, text: string): Bounce | null {
  const parts = flatten(root);
  const status = parts.find((part) => /^message\/(?:global-)?delivery-status$/.test(part.content_type));
  const isReport = root.report_type === 'delivery-status' || root === status;
  if (status !== undefined && (isReport || isFromMailSystem(root.header, from))) {
    const original = readOriginal(parts) ?? originalInText(text);
    return assemble(readStatus(status), original);
  }
  if (!isFromMailSystem(root.header, from)) return null;
  const recipients = recipientsInText(root.header, text);
  return recipients.length === 0 ? null : assemble(recipients, readOriginal(parts) ?? originalInText(text));
}

/** Reads a conversation UUID header; null unless it is a UUID. */
export function readConversationUuid(header: HeaderBlock): string | null {
  const value = firstHeader(header, 'x-bellhop-conversation-uuid')?.trim().toLowerCase() ?? '';
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : null;
}

const mostRecipients = 100;
const longestDiagnostic = 1000;

function isFromMailSystem(header: HeaderBlock, from: Mailbox | null): boolean {
  if (isMailSystem(from) || firstHeader(header, 'x-failed-recipients') !== null) return true;
  return hasNullReturnPath(header) && firstHeader(header, 'in-reply-to') === null;
}

function flatten(part: MimePart): MimePart[] {
  return [part, ...part.children.flatMap(flatten)];
}

function assemble(recipients: BounceRecipient[], original: HeaderBlock | null): Bounce {
  return {
    recipients,
    original_message_ids: original === null ? [] : readMessageIds(allHeaders(original, 'message-id')),
    original_conversation_uuid: original === null ? null : readConversationUuid(original),
  };
}

/** Blocks of fields separated by blank lines; those with a recipient count (RFC 3464 2.3). */
function readStatus(part: MimePart): BounceRecipient[] {
  const bytes = decodeTransferEncoding(part.body, part.encoding);
  const recipients: BounceRecipient[] = [];
  let position = 0;
  while (position < bytes.length && recipients.length < mostRecipients) {
    const block = readHeaderBlock(bytes, position, bytes.length, part.charset);
    const address = addressOf(firstHeader(block, 'final-recipient') ?? firstHeader(block, 'original-recipient'));
    if (address !== null) {
      const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(firstHeader(block, 'status') ?? '')?.[0] ?? '';
      recipients.push({
        address,
        action: readAction(firstHeader(block, 'action'), status),
        status,
        diagnostic: tidy((firstHeader(block, 'diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '')),
      });
    }
    position = Math.max(block.body_start, position + 1);
  }
  return recipients;
}

function readAction(value: string | null, status: string): BounceRecipient['action'] {
  const word = (value ?? '').toLowerCase().split(/[^a-z]/)[0]!;
  if (word === 'failed' || word === 'delayed' || word === 'delivered' || word === 'relayed' || word === 'expanded')
    return word;
  if (status.startsWith('4')) return 'delayed';
  return status.startsWith('2') ? 'delivered' : 'failed';
}

/** `rfc822; <a@b>` without its type and brackets. */
function addressOf(value: string | null): string | null {
  const address = (value ?? '')
    .replace(/^[\w-]*\s*;/, '')
    .replaceAll(/[<>\s"]/g, '')
    .toLowerCase();
  return address.includes('@') ? address : null;
}

/** The header of the returned mail: from an enclosed message or its enclosed header (RFC 6522 3). */
function readOriginal(parts: MimePart[]): HeaderBlock | null {
  const part = parts.find((candidate) =>
    /^(?:message\/(?:rfc822|global)|text\/rfc822-headers)$/.test(candidate.content_type),
  );
  if (part === undefined) return null;
  const bytes = decodeTransferEncoding(part.body, part.encoding);
  const start = bytes.findIndex((byte) => byte !== 0x0a && byte !== 0x0d);
  return start < 0 ? null : readHeaderBlock(bytes, start, bytes.length);
}

const copyMarker = /^[ \t]*-{2,}[^\n]*(?:copy of (?:the|your) message|original message|message header)[^\n]*$/im;

/** Old mail systems put a copy of the original behind a dashed line of their text. */
function originalInText(text: string): HeaderBlock | null {
  const marker = copyMarker.exec(text);
  if (marker === null) return null;
  const bytes = Buffer.from(text.slice(marker.index + marker[0].length).trimStart(), 'utf8');
  return readHeaderBlock(bytes, 0, bytes.length);
}

const failurePhrases =
  /(?:could not|couldn't|wasn't able to|unable to|cannot) (?:be )?deliver|deliver(?:y|ed)?[^\n]{0,60}(?:failed|failure)|permanent (?:fatal )?error|was rejected by|undeliverable|returned mail|user unknown/i;

function recipientsInText(header: HeaderBlock, text: string): BounceRecipient[] {
  const report = text.slice(0, copyMarker.exec(text)?.index ?? 20_000).slice(0, 20_000);
  const named = (firstHeader(header, 'x-failed-recipients') ?? '').split(/[,\s]+/);
  const isFailure = named.some((address) => address.includes('@')) || failurePhrases.test(report);
  if (!isFailure) return [];
  const found = named.some((address) => address.includes('@'))
    ? named
    : [...report.matchAll(/^\s*(?:recipient:\s*)?<([^<>\s@]+@[^<>\s@]+)>:?/gim)].map((match) => match[1]!);
  const status = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(report)?.[0] ?? '';
  const diagnostic = tidy(/^.*\b[45]\d\d[ -].*$/m.exec(report)?.[0] ?? '');
  const action = status.startsWith('4') ? 'delayed' : 'failed';
  const addresses = new Set(found.map((address) => addressOf(address)).filter((address) => address !== null));
  return [...addresses].slice(0, mostRecipients).map((address) => ({ address, action, status, diagnostic }));
}

function tidy(text: string): string {
  return cleanText(text.replaceAll(/\s+/g, ' ').trim().slice(0, longestDiagnostic));
}
