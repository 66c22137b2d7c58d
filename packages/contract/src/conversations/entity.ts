import * as z from 'zod';
import { nullableTime, time } from '../primitives.ts';

/** Who wrote a thread entry. */
export const SenderType = z.enum(['agent', 'contact']);

/** The contact inside a conversation (wire B 1.1). Lists fill the names, e-mail and avatar. */
export const ConversationContact = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  avatar_url: z.string().nullable(),
  phone_number: z.string().nullable(),
  phone_number_calling_code: z.string().nullable(),
  custom_attributes: z.record(z.string(), z.unknown()),
  type: z.literal('contact'),
  availability_status: z.string(),
  enabled: z.boolean(),
  last_active_at: nullableTime,
  last_login_at: nullableTime,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  teams: z.array(z.unknown()),
  meta: z.null(),
});

/** A row of the lists (wire B 1.1, column List), plus what Bellhop's own list shows. */
export const ConversationListItem = z.object({
  id: z.number(),
  uuid: z.string(),
  created_at: time,
  updated_at: time,
  contact_id: z.number(),
  inbox_id: z.number(),
  inbox_name: z.string(),
  inbox_mail: z.string(),
  inbox_channel: z.literal('email'),
  reference_number: z.string(),
  subject: z.string().nullable(),
  status: z.string(),
  status_id: z.number(),
  priority: z.string().nullable(),
  priority_id: z.number().nullable(),
  assigned_user_id: z.number().nullable(),
  assigned_team_id: z.number().nullable(),
  /** The caller's own last visit (settled question 29). */
  assignee_last_seen_at: nullableTime,
  waiting_since: nullableTime,
  first_reply_at: nullableTime,
  last_reply_at: nullableTime,
  resolved_at: nullableTime,
  closed_at: nullableTime,
  snoozed_until: nullableTime,
  /** 0 to 10. */
  unread_message_count: z.number(),
  last_message: z.string().nullable(),
  last_message_at: nullableTime,
  last_message_sender: SenderType.nullable(),
  tags: z.array(z.string()),
  custom_attributes: z.record(z.string(), z.unknown()),
  sla_policy_id: z.number().nullable(),
  applied_sla_id: z.number().nullable(),
  next_sla_deadline_at: nullableTime,
  first_response_deadline_at: nullableTime,
  resolution_deadline_at: nullableTime,
  next_response_deadline_at: nullableTime,
  next_response_met_at: nullableTime,
  contact: ConversationContact,
  to: z.null(),
  cc: z.null(),
  bcc: z.null(),
  meta: z.array(z.unknown()),
});
export type ConversationListItem = z.output<typeof ConversationListItem>;

/** A short earlier conversation of the same contact. */
export const PreviousConversation = z.object({
  uuid: z.string(),
  subject: z.string().nullable(),
  created_at: time,
  status: z.string(),
  contact: z.object({ first_name: z.string(), last_name: z.string(), avatar_url: z.string().nullable() }),
  last_message: z.string().nullable(),
  last_message_at: nullableTime,
});

/** How a customer rated the help, 1 (poor) to 5 (excellent). */
export const CsatAnswer = z.object({ rating: z.number(), feedback: z.string(), answered_at: time });
export type CsatAnswer = z.output<typeof CsatAnswer>;

/** One conversation (wire B 1.1, column Single). `last_seq` is the change number to reply with (settled question 17). */
export const Conversation = ConversationListItem.extend({
  sla_policy_name: z.string().nullable(),
  previous_conversations: z.array(PreviousConversation),
  last_seq: z.number(),
  /** The answer to the satisfaction survey; null without one. */
  csat: CsatAnswer.nullable(),
});
export type Conversation = z.output<typeof Conversation>;

/** Somebody who wrote in the thread; `id` is text, as the foreign client knows it (wire B 1.5). */
export const Participant = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
});
export type Participant = z.output<typeof Participant>;
