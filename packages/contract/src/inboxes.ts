import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { MailProblem } from './mail-problems.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { formBoolean, idParams, nullableTime, ok, rowId, time } from './primitives.ts';

const text = (max = 1000) => z.string().trim().max(max);
const port = z.number().int().min(1).max(65535);
const tlsType = z.enum(['none', 'starttls', 'tls']);

/**
 * One IMAP account (wire A 19.2, behaviour B1.1.2). Durations are kept as stored; unparsable ones fall back when used. Members that
 * nobody knows are stored and answered as they were sent (wire A 19.4), here and below.
 */
export const ImapConfig = z.looseObject({
  host: text().min(1),
  port,
  username: text().min(1),
  password: z.string().max(10_000).default(''),
  mailbox: text().min(1).default('INBOX'),
  tls_type: tlsType.default('tls'),
  tls_skip_verify: z.boolean().default(false),
  read_interval: text(40).default('5m'),
  scan_inbox_since: text(40).default('48h'),
});
export type ImapConfig = z.output<typeof ImapConfig>;

/** One SMTP account (wire A 19.2, behaviour B1.1.3). */
export const SmtpConfig = z.looseObject({
  host: text().min(1),
  port,
  username: text().default(''),
  password: z.string().max(10_000).default(''),
  auth_protocol: z.enum(['login', 'cram', 'plain', 'none', '']).default('login'),
  tls_type: tlsType.default('starttls'),
  tls_skip_verify: z.boolean().default(false),
  max_conns: z.number().int().min(1).max(1000).default(10),
  max_msg_retries: z.number().int().min(0).max(100).default(3),
  idle_timeout: text(40).default('25s'),
  wait_timeout: text(40).default('60s'),
  pool_wait_timeout: text(40).optional(),
  hello_hostname: text(255).default(''),
  email_headers: z.record(z.string(), z.string()).optional(),
});
export type SmtpConfig = z.output<typeof SmtpConfig>;

/** Empty arrays are legal: no IMAP means the local listener only, no SMTP means the outbox (settled question 20). */
export const InboxConfig = z.object({ imap: z.array(ImapConfig).default([]), smtp: z.array(SmtpConfig).default([]) });
export type InboxConfig = z.output<typeof InboxConfig>;

/** Shown in place of a stored secret; an echo of it, like an empty one, keeps the secret (behaviour 1.1). */
export const secretMask = '•'.repeat(10);

export const InboxRow = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  channel: z.literal('email'),
  enabled: z.boolean(),
  csat_enabled: z.boolean(),
  from: z.string(),
  /** Bare address; an agent needs it to see where mail goes. */
  address: z.string(),
  /** Outgoing mail is written to the outbox folder instead of being sent. */
  is_local: z.boolean(),
  config: z.null(),
});
export type InboxRow = z.output<typeof InboxRow>;

/** Why somebody is told about a mailbox: it receives no more, sends no more, or is unusually quiet. */
export const MailboxAlertKind = z.enum(['receiving', 'sending', 'silent']);
export type MailboxAlertKind = z.output<typeof MailboxAlertKind>;

/** A mailbox that stopped or fell silent, and has not come back. */
export const MailboxAlert = z.object({
  inbox_id: z.number(),
  inbox_name: z.string(),
  kind: MailboxAlertKind,
  since: time,
  problem: MailProblem.nullable(),
  /** The servers' own words, in English. */
  detail: z.string().nullable(),
});
export type MailboxAlert = z.output<typeof MailboxAlert>;

/** How a mailbox is doing (field: mailbox health); times are null until something happened. */
export const InboxHealth = z.object({
  /** All of it in a word. `trouble`: errors that nobody was told of yet; `stopped` and `silent`: they were. */
  verdict: z.enum(['disabled', 'ok', 'connecting', 'trouble', 'silent', 'stopped']),
  state: z.string(),
  /** The last complete look at the mailbox; with local mail the last mail that was taken in. */
  last_success_at: nullableTime,
  /** In plain words, English; `problem` says the same as a word that the language packs know. */
  last_error: z.string().nullable(),
  last_error_at: nullableTime,
  problem: MailProblem.nullable(),
  last_mail_in_at: nullableTime,
  last_mail_out_at: nullableTime,
  /** Mails that came and are not processed yet, quarantined ones aside. */
  waiting_in: z.number(),
  oldest_waiting_in_at: nullableTime,
  /** Mails that are on their way out. */
  waiting_out: z.number(),
  oldest_waiting_out_at: nullableTime,
  quarantined: z.number(),
  /** Mails that failed for good within the last day. */
  send_failures: z.number(),
  last_send_error: z.string().nullable(),
  last_send_problem: MailProblem.nullable(),
  last_send_error_at: nullableTime,
  /** Seconds between two mails as a rule; null for an inbox without regular mail. */
  usual_gap: z.number().nullable(),
  alerts: z.array(MailboxAlert),
});
export type InboxHealth = z.output<typeof InboxHealth>;

/** One line of the overview. */
export const InboxHealthRow = InboxRow.extend({ health: InboxHealth });
export type InboxHealthRow = z.output<typeof InboxHealthRow>;

/** A test mail that an inbox sends to itself, step by step. */
export const RoundTrip = z.object({
  uuid: z.string(),
  state: z.enum(['sending', 'waiting', 'succeeded', 'failed']),
  started_at: time,
  sent_at: nullableTime,
  received_at: nullableTime,
  /** How long it is waited for. */
  waits_until: nullableTime,
  /** What became of the mail to the plus address. */
  plus: z.object({ state: z.enum(['waiting', 'received', 'refused', 'missing']), received_at: nullableTime }),
  /** The mailbox delivers plus addresses, so they were switched on (settled question 41). */
  switched_plus_on: z.boolean(),
  problem: MailProblem.nullable(),
  detail: z.string().nullable(),
});
export type RoundTrip = z.output<typeof RoundTrip>;

export const Inbox = InboxRow.extend({
  config: InboxConfig,
  reply_to: z.string(),
  enable_plus_addressing: z.boolean(),
  from_name_template: z.string(),
  auth_type: z.enum(['password', 'oauth2']),
  /** Seconds in which a reply can be taken back; null for the desk's own number. */
  undo_send_seconds: z.number().nullable(),
  /** Minutes between a conversation's resolving and its satisfaction survey; null for the desk's own number. */
  csat_delay_minutes: z.number().nullable(),
  health: InboxHealth,
});
export type Inbox = z.output<typeof Inbox>;

export const InboxInput = z.object({
  ...basedOn,
  name: nameText(140),
  from: nameText(400),
  channel: z.literal('email'),
  enabled: formBoolean.optional(),
  csat_enabled: formBoolean.optional(),
  config: InboxConfig,
  reply_to: nameText(320, 0).optional(),
  enable_plus_addressing: z.boolean().optional(),
  from_name_template: nameText(500, 0).optional(),
  auth_type: z.enum(['password', 'oauth2']).optional(),
  /** Seconds in which a reply can be taken back, 0 to 60 (settled question 18); null for the desk's own number. */
  undo_send_seconds: z.number().int().min(0).max(60).nullish(),
  /** Minutes between a conversation's resolving and its satisfaction survey, 0 (at once) to 43200; null for the desk's own number. */
  csat_delay_minutes: z.number().int().min(0).max(43_200).nullish(),
});
export type InboxInput = z.output<typeof InboxInput>;

/** Result of trying one server; `detail` is in plain words, English, and `problem` the same as a word of the language packs. */
export const ConnectionCheck = z.object({
  kind: z.enum(['imap', 'smtp']),
  host: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  problem: MailProblem.nullable(),
});

export type ConnectionCheck = z.output<typeof ConnectionCheck>;

/** A mail that could not be processed three times; its source is kept. */
export const QuarantinedMail = z.object({
  id: z.number(),
  inbox_id: z.number(),
  inbox_name: z.string(),
  received_at: time,
  size: z.number(),
  attempts: z.number(),
  /** Where it failed: the server never handed it over, reading it, storing it, or it ended the process. */
  step: z.enum(['fetch', 'read', 'store', 'crash']).nullable(),
  error: z.string(),
  /** Without a source there is nothing to process again or to download. */
  has_source: z.boolean(),
  message_id: z.string().nullable(),
  sender: z.string().nullable(),
  subject: z.string().nullable(),
});
export type QuarantinedMail = z.output<typeof QuarantinedMail>;

const QuarantinePage = pageOf(QuarantinedMail);

export const inboxRoutes = defineRoutes({
  'inboxes.list': {
    method: 'GET',
    path: '/api/v1/inboxes',
    access: 'session',
    encoding: 'none',
    output: z.array(InboxRow),
    summary: 'Inboxes, disabled ones included, without secrets',
  },
  'inboxes.test_connection': {
    method: 'POST',
    path: '/api/v1/inboxes/test-connection',
    access: { permission: 'inboxes:manage' },
    encoding: 'json',
    body: z.object({ id: rowId.nullish(), config: InboxConfig }),
    output: z.array(ConnectionCheck),
    summary: 'Tries every server of a configuration before it is saved; masked secrets are taken from inbox `id`',
  },
  'inboxes.quarantine': {
    method: 'GET',
    path: '/api/v1/inboxes/quarantine',
    access: { permission: 'inboxes:manage' },
    encoding: 'none',
    query: z.object(pageQuery(30)),
    output: QuarantinePage,
    summary: 'Mails whose processing failed three times, newest first',
  },
  'inboxes.replay_all': {
    method: 'PUT',
    path: '/api/v1/inboxes/quarantine/replay',
    access: { permission: 'inboxes:manage' },
    encoding: 'json',
    output: z.object({ replayed: z.number() }),
    summary: 'Processes every quarantined mail again whose source is there',
  },
  'inboxes.quarantined_eml': {
    method: 'GET',
    path: '/api/v1/inboxes/quarantine/:id/eml',
    access: { permission: 'inboxes:manage' },
    encoding: 'none',
    params: idParams,
    output: z.custom<AsyncIterable<Uint8Array>>(
      (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
    ),
    bare: true,
    summary: 'A quarantined mail as it came, to be saved as a file',
  },
  'inboxes.health': {
    method: 'GET',
    path: '/api/v1/inboxes/health',
    access: { permission: 'inboxes:manage' },
    encoding: 'none',
    output: z.array(InboxHealthRow),
    summary: 'Every inbox and how it is doing',
  },
  'inboxes.alerts': {
    method: 'GET',
    path: '/api/v1/inboxes/alerts',
    access: { permission: 'inboxes:manage' },
    encoding: 'none',
    output: z.array(MailboxAlert),
    summary: 'Mailboxes that stopped or fell silent, and have not come back',
  },
  'inboxes.replay_mail': {
    method: 'PUT',
    path: '/api/v1/inboxes/quarantine/:id/replay',
    access: { permission: 'inboxes:manage' },
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Processes a quarantined mail again',
  },
  'inboxes.get': {
    method: 'GET',
    path: '/api/v1/inboxes/:id',
    access: { permission: 'inboxes:manage' },
    encoding: 'none',
    params: idParams,
    output: Inbox,
    summary: 'One inbox with its configuration, secrets masked, and its health',
  },
  'inboxes.usage': {
    method: 'GET',
    path: '/api/v1/inboxes/:id/usage',
    access: { permission: 'inboxes:manage' },
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'What uses an inbox: automation rules and conversations',
  },
  'inboxes.round_trip': {
    method: 'POST',
    path: '/api/v1/inboxes/:id/round-trip',
    access: { permission: 'inboxes:manage' },
    encoding: 'json',
    params: idParams,
    output: RoundTrip,
    summary: 'Sends a test mail from an inbox to itself, or answers the one that is under way',
  },
  'inboxes.round_trip_state': {
    method: 'GET',
    path: '/api/v1/inboxes/:id/round-trip',
    access: { permission: 'inboxes:manage' },
    encoding: 'none',
    params: idParams,
    output: RoundTrip.nullable(),
    summary: 'How the last test mail of an inbox fared; null when there was none',
  },
  'inboxes.create': {
    method: 'POST',
    path: '/api/v1/inboxes',
    access: { permission: 'inboxes:manage' },
    encoding: 'json',
    body: InboxInput,
    output: ok,
    summary: 'Creates an inbox and starts receiving',
  },
  'inboxes.update': {
    method: 'PUT',
    path: '/api/v1/inboxes/:id',
    access: { permission: 'inboxes:manage' },
    encoding: 'json',
    params: idParams,
    body: InboxInput,
    output: ok,
    summary: 'Changes an inbox; empty or masked secrets keep the stored ones of the same host and user',
  },
  'inboxes.toggle': {
    method: 'PUT',
    path: '/api/v1/inboxes/:id/toggle',
    access: { permission: 'inboxes:manage' },
    encoding: 'form',
    params: idParams,
    output: ok,
    summary: 'Flips enabled',
  },
  'inboxes.remove': {
    method: 'DELETE',
    path: '/api/v1/inboxes/:id',
    access: { permission: 'inboxes:manage' },
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Hides the inbox and wipes its configuration; conversations stay',
  },
});
