import * as z from 'zod';
import { Draft, DraftContent } from '../drafts.ts';
import { Mention } from '../notifications.ts';
import { pageOf, pageQuery } from '../pagination.ts';
import { nullableTime, rowId, time } from '../primitives.ts';
import { SenderType } from './entity.ts';

export const MessageType = z.enum(['incoming', 'outgoing', 'activity']);
export const MessageStatus = z.enum(['received', 'pending', 'sent', 'failed', 'seen']);
export type MessageStatus = z.output<typeof MessageStatus>;

/** A file of a message (wire B 3.1). `content_id` is always null: the served HTML has addresses already (settled 21). */
export const Attachment = z.object({
  uuid: z.string(),
  name: z.string(),
  size: z.number(),
  content_type: z.string(),
  content_id: z.null(),
  disposition: z.enum(['attachment', 'inline']),
  url: z.string(),
  content: z.null(),
});
export type Attachment = z.output<typeof Attachment>;

/** How the delivery of a reply stands (settled question 16). */
export const Delivery = z.object({
  state: z.enum(['queued', 'sending', 'retrying', 'sent', 'kept_locally', 'failed']),
  due_at: nullableTime,
  attempts: z.number(),
  error: z.string().nullable(),
  /** When the mail may leave that its writer can still take back; null when it was sent without that, or begins to leave. */
  undo_until: nullableTime,
});
export type Delivery = z.output<typeof Delivery>;

export const Message = z.object({
  uuid: z.string(),
  conversation_id: z.number(),
  created_at: time,
  updated_at: time,
  type: MessageType,
  status: MessageStatus,
  private: z.boolean(),
  content: z.string(),
  content_type: z.enum(['text', 'html']),
  text_content: z.string(),
  sender_id: z.number(),
  sender_type: SenderType,
  meta: z.record(z.string(), z.unknown()),
  attachments: z.array(Attachment),
  /** Only replies have one. */
  delivery: Delivery.nullable(),
  /** What its sender named it by (`SendMessage.send_id`). */
  send_id: z.string().nullable().optional(),
});
export type Message = z.output<typeof Message>;

/**
 * Pages by number, or by an entry: those older than `before`, those newer than `after`, those round `around`. Entries keep
 * their place beside each other when others come meanwhile; numbers do not. At most one of the three counts.
 */
export const MessagesQuery = z.object({
  ...pageQuery(30, 100),
  before: z.string().optional(),
  after: z.string().optional(),
  around: z.string().optional(),
});

/** A page of a thread, newest first; says whether there are entries beyond its two ends. */
export const MessagePage = pageOf(Message).extend({ has_older: z.boolean(), has_newer: z.boolean() });
export type MessagePage = z.output<typeof MessagePage>;

/** A mail as it travelled: header fields in their order, values decoded; the source as text. */
export const OriginalMail = z.object({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  source: z.string(),
  /** The source goes on beyond what is given. */
  is_cut: z.boolean(),
});
export type OriginalMail = z.output<typeof OriginalMail>;

/** By what a mail was found to belong to its conversation, the strongest first (behaviour 1.8). */
export const ThreadEvidence = z.enum([
  'plus_address',
  'in_reply_to',
  'references',
  'conversation_header',
  'subject_number',
]);
export type ThreadEvidence = z.output<typeof ThreadEvidence>;

/** Why a mail stands where it stands. */
export const Threading = z.object({
  received_at: time,
  source: z.enum(['smtp', 'imap']),
  inbox: z.object({ id: z.number(), name: z.string() }),
  /** It began the conversation. */
  opened: z.boolean(),
  /** What led to a conversation; null when nothing did, or when nobody wrote it down. */
  evidence: z.object({ kind: ThreadEvidence, value: z.string() }).nullable(),
  /** The evidence led to one that was closed too long ago, which this one continues. */
  continues_closed: z.boolean(),
  /** What was odd about the mail, in English. */
  warnings: z.array(z.string()),
  /** Files that were left on the server. */
  left_behind: z.array(z.string()),
});
export type Threading = z.output<typeof Threading>;

const addresses = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);

/** Body of a reply or note (wire B 3.4, settled question 17). */
export const SendMessage = z.object({
  message: z.string().max(2_000_000).default(''),
  private: z.boolean().default(false),
  attachments: z
    .array(rowId)
    .nullish()
    .transform((list) => list ?? []),
  to: addresses,
  cc: addresses,
  bcc: addresses,
  /** Last change number that the writer had seen; absent means no collision check. */
  based_on_seq: z.number().int().nonnegative().optional(),
  force: z.boolean().optional(),
  /** The sender's own name for it: what has been stored under that name is answered and not stored twice. */
  send_id: z.uuid().optional(),
  /** Whom a private note calls, beside those that its text marks (behaviour 2.8). */
  mentions: z.array(Mention).max(100).optional(),
  /** The writer may take a reply back until it leaves, after the delay of its inbox (settled question 18). Notes pass it over. */
  undo: z.boolean().optional(),
  /** A status by name that the conversation gets when the mail begins to leave; without `undo`, and with notes, at once. */
  set_status: z.string().min(1).max(140).optional(),
  /** The composer's exact content: what is kept as sent, and what undoing puts back. The stored draft of that kind ends. */
  draft: DraftContent.optional(),
});
export type SendMessage = z.output<typeof SendMessage>;

/** What was taken back. */
export const UndoneSend = z.object({
  /** The reply under way again. */
  draft: Draft,
  /** The status that the conversation would have got. */
  set_status: z.string().nullable(),
  /** Another draft that stood in its place; it is kept among the versions. */
  displaced: Draft.nullable(),
});
export type UndoneSend = z.output<typeof UndoneSend>;
