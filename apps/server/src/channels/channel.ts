import type { Readable } from 'node:stream';
import type { ConnectionCheck, InboxConfig, MailProblem } from '@bellhop/contract';

/**
 * The neutral language between Bellhop and the outside world. A channel (e-mail today) speaks only these types;
 * it never sees a table, and the domain never sees MIME or SMTP.
 */

/** A mailbox: display name ('' when none) and bare, lower-cased address. */
export interface Mailbox {
  name: string;
  address: string;
}

/**
 * One file of an inbound message. `filename` is the sender's, in Unicode, at most 255 characters. `content_id` is without
 * brackets, in the form that `normaliseContentId` of lib/html-images gives. `disposition` is `inline` exactly when the
 * HTML of the message shows the file by its `cid:`; every other file has to be listed.
 */
export interface InboundAttachment {
  filename: string;
  content_type: string;
  size: number;
  disposition: 'inline' | 'attachment';
  content_id: string | null;
  content: Uint8Array;
}

/** A file that was listed but not stored, behaviour 1.6 limits; `size` in bytes is estimated. */
export interface SkippedAttachment {
  filename: string;
  content_type: string;
  size: number;
  reason: 'message_too_large' | 'too_many_parts' | 'nested_too_deep' | 'unreadable_on_server';
}

/** One recipient of a delivery report (RFC 3464). */
export interface BounceRecipient {
  address: string;
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  status: string;
  diagnostic: string;
}

/** What a delivery report says; `original_message_ids` come from its third part, without brackets. */
export interface Bounce {
  recipients: BounceRecipient[];
  original_message_ids: string[];
  /** X-Bellhop-Conversation-UUID of the returned original, when present. */
  original_conversation_uuid: string | null;
}

/**
 * Machine mail classes of behaviour 1.4 as far as headers tell; `reason` names the header that decided. Own addresses (in
 * From or in the loop header) make a mail `hard` too, which only the pipeline can know.
 */
export interface MachineMail {
  kind: 'none' | 'soft' | 'hard';
  /** A vacation notice or the like, by Auto-Submitted: auto-replied or its vendor headers, whatever the kind. Dropped when it threads nowhere. */
  is_auto_reply: boolean;
  reason: string | null;
}

/** A message from outside, parsed, cleaned (no NUL, valid UTF-8) and sanitised; ready to be stored. */
export interface InboundMessage {
  /** Message-ID without brackets, at most 512 characters (longer ones are hashed, here and below), or null when the mail has none. */
  external_id: string | null;
  /** Ids without brackets, in order, without repeats; at most 100 references, the first and the newest. */
  in_reply_to: string[];
  references: string[];
  /** The headers of identity and date as they stood, unfolded, at most 4000 characters each. */
  id_headers: { message_id: string | null; in_reply_to: string | null; references: string | null; date: string | null };
  /** First From mailbox; null when the mail has none. */
  from: Mailbox | null;
  reply_to: Mailbox[];
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  /** Addresses of Delivered-To and X-Original-To, in order. */
  delivered_to: string[];
  subject: string;
  /** The Date header as ISO time, or null. */
  sent_at: string | null;
  content_type: 'html' | 'text';
  /** The body as chosen by behaviour 1.6: original HTML (with its cid: references) or plain text. */
  content: string;
  /** Sanitised HTML of `content` when content_type is html, else null. */
  content_safe: string | null;
  /** Plain text of the whole body: search text and preview. */
  text_content: string;
  /** The plain text alternative of the mail, when it had one beside HTML. */
  plain_alternative: string | null;
  /** text_content without quoted history and signature. */
  reply_text: string;
  attachments: InboundAttachment[];
  skipped_attachments: SkippedAttachment[];
  machine: MachineMail;
  bounce: Bounce | null;
  /** Value of X-Bellhop-Loop-Prevention, lower-cased, or null. */
  loop_address: string | null;
  /** X-Bellhop-Conversation-UUID of the mail itself. */
  conversation_uuid: string | null;
  /** Parse warnings for the decision log; never mail content. */
  warnings: string[];
}

/** A file of an outbound message; `content_id` is set exactly for inline images. */
export interface OutboundAttachment {
  filename: string;
  content_type: string;
  content_id: string | null;
  content: Uint8Array;
}

/** A message to be sent, complete: the channel only encodes and transports it. */
export interface OutboundMessage {
  /** Message-ID without brackets, fixed before the first try. */
  external_id: string;
  /** Null for a mail that belongs to no conversation. */
  conversation_uuid: string | null;
  /** Display mailbox of the inbox, for example `Shop <help@shop.example>`. */
  from: Mailbox;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string | null;
  subject: string;
  /** Message-IDs without brackets, oldest first. */
  references: string[];
  in_reply_to: string | null;
  html: string;
  /** Generated from html when absent. */
  text?: string;
  attachments: OutboundAttachment[];
  /** RFC 3834: set on automated messages. */
  auto_submitted: 'auto-replied' | 'auto-generated' | null;
  /** ISO time for the Date header. */
  date: string;
}

/** What a transport says after accepting a message. */
export interface DeliveryReceipt {
  /** The server's final reply, or a note such as 'kept locally'. */
  response: string;
  /** Message-ID that the relay put in place of ours, where its reply reveals one (behaviour 1.3). */
  relay_external_id: string | null;
  /** Recipients that the server took, and those it refused while it took others: the mail has left all the same. */
  accepted?: string[];
  rejected?: RejectedRecipient[];
}

/** A recipient that was refused although the mail went out to others; `reason` is fit to be shown to an agent. */
export interface RejectedRecipient {
  address: string;
  reason: string;
  /** The server refused for good (5xx). */
  is_permanent: boolean;
}

/** What a delivery error says beside its text: `problem` is a word that the language packs have sentences for. */
interface DeliveryErrorOptions {
  cause?: unknown;
  problem?: MailProblem;
}

/** A mail was not delivered; `message` is fit to be shown to an agent. */
class DeliveryError extends Error {
  readonly problem: MailProblem;
  constructor(message: string, { cause, problem }: DeliveryErrorOptions = {}) {
    super(message, { cause });
    this.problem = problem ?? 'unknown';
  }
}

/** The far end refused for good (5xx, bad address): no retry. */
export class PermanentDeliveryError extends DeliveryError {
  override name = 'PermanentDeliveryError';
}

/** A passing failure (connection, 4xx): to be retried later. */
export class TemporaryDeliveryError extends DeliveryError {
  override name = 'TemporaryDeliveryError';
}

/** The channel is closing: nothing was handed to anybody. */
export class ChannelClosedError extends TemporaryDeliveryError {
  override name = 'ChannelClosedError';
}

/** Where a mailbox was read up to; `last_uid` grows inside one `uidvalidity`. */
export interface MailboxCursor {
  uidvalidity: string;
  last_uid: number;
}

/** A raw message as a channel hands it over; it counts as taken only when `deliver` has resolved. */
export interface ReceivedMail {
  raw: Uint8Array;
  account: string;
  mailbox: string;
  uidvalidity: string;
  uid: number;
  /** Files that the server was not asked for: the mail is too large, or they could not be fetched. */
  skipped_attachments: SkippedAttachment[];
}

/** A mail that the server lists and never hands over; `reason` is in plain words, `size` in bytes as the server tells it. */
export interface UnreadableMail {
  account: string;
  mailbox: string;
  uidvalidity: string;
  uid: number;
  size: number;
  reason: string;
}

/** How receiving stands, for the inbox's health; `error` is in plain words, English, `problem` the word for it. */
export interface ReceiveState {
  state: 'connecting' | 'idle' | 'polling' | 'error';
  error?: string;
  problem?: MailProblem;
  last_success_at?: Date;
}

/** Everything a kind of channel must be able to do; features know only this (architecture 3.7). */
export interface Channel {
  readonly kind: string;
  /** Reads a raw message; never throws for what is in it, only for lack of resources. Bounded in time and memory. */
  parse(raw: Uint8Array): Promise<InboundMessage>;
  /** Sends; with no SMTP server configured the mail is written to the outbox folder under `message_uuid`. Throws the delivery errors. */
  send(message: OutboundMessage, config: InboxConfig, message_uuid: string): Promise<DeliveryReceipt>;
  /** The mail that `send` has kept in the outbox folder for a message, or a part of its bytes; null when there is none. */
  readKept(message_uuid: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /** Header fields and text of a raw message, for people to look at; never throws for what is in it. */
  describe(raw: Uint8Array): { headers: { name: string; value: string }[]; source: string };
  /** Tries every server of a configuration, each within 9 s. */
  check(config: InboxConfig): Promise<ConnectionCheck[]>;
  /** Receives from every account of a configuration until the signal ends it; back-off inside. */
  receive(options: {
    config: InboxConfig;
    loadCursor(account: string, mailbox: string): Promise<MailboxCursor | null>;
    saveCursor(account: string, mailbox: string, cursor: MailboxCursor): Promise<void>;
    deliver(mail: ReceivedMail): Promise<void>;
    /** Puts a mail on record that was tried again and again; receiving goes on behind it when this resolves. */
    onUnreadable(mail: UnreadableMail): Promise<void>;
    onState(state: ReceiveState): Promise<void>;
    signal: AbortSignal;
  }): Promise<void>;
  /** Sends and parses nothing more; messages under way have `limitMs` to get through, then they are broken off. */
  close(limitMs?: number): Promise<void>;
}
