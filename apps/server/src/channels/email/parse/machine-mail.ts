import type { MachineMail, Mailbox } from '../../channel.ts';
import { localPart } from './addresses.ts';
import { allHeaders, firstHeader, type HeaderBlock } from './header-block.ts';
import type { MimePart } from './mime-part.ts';

/**
 * Classifies machine mail by headers alone, in the order of behaviour 1.4: reports first, because real bounces also carry
 * Auto-Submitted. What depends on our own addresses (own loop header, own From) the pipeline decides.
 * `is_auto_reply` marks answers sent by a machine, whatever the kind: those are dropped when they thread nowhere.
 */
export function classifyMachineMail(root: MimePart, from: Mailbox | null, isBounce: boolean): MachineMail {
  const reply = autoReplyReason(root.header);
  const hard = hardReason(root, from, isBounce);
  if (hard !== null) return { kind: 'hard', is_auto_reply: reply !== null && !isBounce, reason: hard };
  const soft = reply ?? softReason(root, from);
  return soft === null
    ? { kind: 'none', is_auto_reply: false, reason: null }
    : { kind: 'soft', is_auto_reply: reply !== null, reason: soft };
}

/** True when the envelope sender is the null address, as for all reports (RFC 5321 4.5.5). */
export function hasNullReturnPath(header: HeaderBlock): boolean {
  return /^<\s*>/.test(firstHeader(header, 'return-path') ?? '');
}

/** True for the mailboxes from which mail systems speak. */
export function isMailSystem(from: Mailbox | null): boolean {
  return from !== null && /^(?:mailer-daemon|postmaster)$/.test(localPart(from.address));
}

function hardReason(root: MimePart, from: Mailbox | null, isBounce: boolean): string | null {
  if (
    root.content_type === 'multipart/report' &&
    /^(?:delivery-status|disposition-notification)$/.test(root.report_type ?? '')
  ) {
    return `report-type=${root.report_type}`;
  }
  if (isBounce) return 'delivery report';
  if (hasNullReturnPath(root.header)) return 'return-path';
  return isMailSystem(from) ? 'from' : null;
}

function autoReplyReason(header: HeaderBlock): string | null {
  const submitted = autoSubmitted(header);
  if (submitted.startsWith('auto-replied')) return 'auto-submitted';
  const named = autoReplyHeaders.find((name) => firstHeader(header, name) !== null);
  if (named !== undefined) return named;
  if (/\bvacation\b/i.test(firstHeader(header, 'x-apple-action') ?? '')) return 'x-apple-action';
  return precedence(header) === 'auto_reply' ? 'precedence' : null;
}

/** Set by vacation responders only; the Exchange one names the rule that answered. */
const autoReplyHeaders = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponse',
  'x-mail-autoreply',
  'x-ms-exchange-inbox-rules-loop',
];

function softReason(root: MimePart, from: Mailbox | null): string | null {
  const { header } = root;
  const submitted = autoSubmitted(header);
  if (submitted !== '' && submitted !== 'no') return 'auto-submitted';
  if (root.content_type === 'multipart/report') return 'report';
  const suppressed = allHeaders(header, 'x-auto-response-suppress')
    .join(',')
    .toLowerCase()
    .split(/[\s,;]+/);
  if (suppressed.some((word) => ['dr', 'autoreply', 'oof', 'all'].includes(word))) return 'x-auto-response-suppress';
  if (['bulk', 'junk', 'list'].includes(precedence(header))) return 'precedence';
  if (firstHeader(header, 'list-id') !== null) return 'list-id';
  if (firstHeader(header, 'list-unsubscribe') !== null) return 'list-unsubscribe';
  const isNoReply = from !== null && /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply)$/.test(localPart(from.address));
  return isNoReply ? 'from' : null;
}

/** The first word: parameters and comments may follow (RFC 3834 5). */
function autoSubmitted(header: HeaderBlock): string {
  return (firstHeader(header, 'auto-submitted') ?? '').toLowerCase().split(/[\s;(]/)[0]!;
}

function precedence(header: HeaderBlock): string {
  return (firstHeader(header, 'precedence') ?? '').toLowerCase().replaceAll('-', '_').trim();
}
