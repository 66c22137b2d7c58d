import * as z from 'zod';
import { pageQuery } from '../pagination.ts';
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
});
export type Message = z.output<typeof Message>;

export const MessagesQuery = z.object(pageQuery(30, 100));

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
});
export type SendMessage = z.output<typeof SendMessage>;
