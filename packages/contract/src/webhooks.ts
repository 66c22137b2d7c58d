import * as z from 'zod';
import { basedOn, nameText } from './configuration.ts';
import { Contact } from './contacts.ts';
import { Conversation } from './conversations/entity.ts';
import { Message } from './conversations/messages.ts';
import { defineRoutes } from './define-route.ts';
import { formBoolean, fromDigits, idParams, nullableTime, ok, rowId, time } from './primitives.ts';

/** THE list of what a webhook can be told of; docs/webhooks.md says what each brings. */
export const webhookEvents = [
  'conversation.created',
  'conversation.status_changed',
  'conversation.assignee_changed',
  'conversation.team_changed',
  'conversation.priority_changed',
  'conversation.tags_changed',
  'conversation.attributes_changed',
  'conversation.rated',
  'message.received',
  'message.sent',
  'message.failed',
  'message.note_added',
  'contact.created',
  'contact.updated',
  'contact.blocked',
  'contact.unblocked',
] as const;
export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.output<typeof WebhookEvent>;

/** What a new webhook is told of: all but the text of private notes, which somebody has to want. */
export const defaultWebhookEvents: readonly WebhookEvent[] = webhookEvents.filter(
  (event) => event !== 'message.note_added',
);

/**
 * A webhook as administrators see it; its secret is told when it is made and never again. `inbox_ids` empty: of every inbox; events of contacts
 * belong to none and always come.
 */
export const Webhook = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  description: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  events: z.array(WebhookEvent),
  inbox_ids: z.array(z.number()),
  /** Why Bellhop itself switched it off, in English; null when it is on, or an administrator switched it off. */
  disabled_reason: z.string().nullable(),
  disabled_at: nullableTime,
  /** Until then the secret before the present one signs too. */
  old_secret_until: nullableTime,
  /** The first failure since the last success. */
  failing_since: nullableTime,
  last_success_at: nullableTime,
  last_failure_at: nullableTime,
  /** Why the last attempt failed; null after a success. */
  last_error: z.string().nullable(),
  /** Deliveries that are due or wait for a retry. */
  waiting: z.number(),
  /** Deliveries of the last 7 days that came to nothing. */
  failed: z.number(),
});
export type Webhook = z.output<typeof Webhook>;

/** With the secret, which no later answer holds. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

const webhookUrl = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .refine((address) => isWebhookUrl(address), {
    error: 'it must be an address such as https://example.com/hook, without user name, password and fragment',
    params: { key: 'form.error.validUrl' },
  });

function isWebhookUrl(address: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}\p{Bidi_Control}#]+$/iu.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

const inboxIds = z
  .array(rowId)
  .max(500)
  .transform((ids) => [...new Set(ids)].sort((one, other) => one - other));
const descriptionText = z.string().trim().max(1000);

/** Body of POST. `enabled` absent: on. */
export const WebhookInput = z.object({
  name: nameText(140),
  url: webhookUrl,
  events: z
    .array(WebhookEvent)
    .min(1)
    .max(100)
    .transform((events) => webhookEvents.filter((event) => events.includes(event))),
  inbox_ids: inboxIds.default([]),
  description: descriptionText.default(''),
  enabled: formBoolean.optional(),
  ...basedOn,
});
export type WebhookInput = z.output<typeof WebhookInput>;

/** Body of PUT: what is absent of inboxes, description and `enabled` stays as it is. */
export const WebhookUpdate = WebhookInput.extend({
  inbox_ids: inboxIds.optional(),
  description: descriptionText.optional(),
});
export type WebhookUpdate = z.output<typeof WebhookUpdate>;

/**
 * What is sent, and what `GET /api/v1/events` answers without the members of a delivery: ids, and the shapes of the API itself; as they were when
 * it happened in what is sent, as they are now in the list. `changes` says what changed, each member `{from, to}`, `{added, removed}` or a list of keys.
 */
export const OutgoingEvent = z.object({
  /** The same in every attempt and replay. */
  event_id: z.string(),
  event: z.union([WebhookEvent, z.literal('webhook.test')]),
  occurred_at: time,
  /** Its number in the change log; later events have higher ones. */
  seq: z.number(),
  /** Who did it; System for rules and received mail. */
  actor: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }).nullable(),
  changes: z.record(z.string(), z.unknown()),
  data: z.object({
    /** As `GET /conversations/:uuid`, without what is each agent's own; nor `last_message`, which may be of a private note. */
    conversation: Conversation.omit({
      previous_conversations: true,
      last_seq: true,
      csat: true,
      sla_policy_name: true,
      assignee_last_seen_at: true,
      unread_message_count: true,
      last_message: true,
    })
      .nullable()
      .optional(),
    /** As in the thread; null when it is gone. */
    message: Message.nullable().optional(),
    /** As `GET /contacts/:id`. */
    contact: Contact.nullable().optional(),
  }),
});
export type OutgoingEvent = z.output<typeof OutgoingEvent>;

/** The whole body of a delivery. */
export const WebhookBody = OutgoingEvent.extend({
  webhook_id: z.number(),
  /** From 1 on. */
  attempt: z.number(),
  /** An administrator had it sent once more. */
  replay: z.boolean(),
});
export type WebhookBody = z.output<typeof WebhookBody>;

/** `cancelled`: its webhook was switched off before it could be delivered. */
export const deliveryStates = ['waiting', 'sending', 'delivered', 'failed', 'cancelled'] as const;
export const WebhookDeliveryState = z.enum(deliveryStates);
export type WebhookDeliveryState = z.output<typeof WebhookDeliveryState>;

/** A row of the delivery log, which holds 7 days. */
export const WebhookDelivery = z.object({
  id: z.number(),
  webhook_id: z.number(),
  event_id: z.string(),
  event: z.string(),
  seq: z.number(),
  occurred_at: time,
  created_at: time,
  state: WebhookDeliveryState,
  replay: z.boolean(),
  attempts: z.number(),
  /** When the next attempt is due; null when there is none. */
  due_at: nullableTime,
  last_attempt_at: nullableTime,
  finished_at: nullableTime,
  /** Of the last attempt; null when no answer came. */
  status: z.number().nullable(),
  duration_ms: z.number().nullable(),
  /** Why the last attempt failed, in English. */
  error: z.string().nullable(),
  conversation_uuid: z.string().nullable(),
  reference_number: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

/** One delivery with what was sent and answered last, each cut; and all of its attempts. */
export const WebhookDeliveryDetail = WebhookDelivery.extend({
  url: z.string(),
  request_headers: z.record(z.string(), z.string()),
  request_body: z.string(),
  request_is_cut: z.boolean(),
  response_body: z.string().nullable(),
  response_is_cut: z.boolean(),
  tries: z.array(
    z.object({
      at: time,
      status: z.number().nullable(),
      duration_ms: z.number().nullable(),
      error: z.string().nullable(),
    }),
  ),
});
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>;

/** What came of a sample event that was sent at once. */
export const WebhookTest = z.object({
  ok: z.boolean(),
  event_id: z.string(),
  status: z.number().nullable(),
  duration_ms: z.number(),
  error: z.string().nullable(),
  /** Its first kilobyte. */
  response_body: z.string().nullable(),
  request_body: z.string(),
});
export type WebhookTest = z.output<typeof WebhookTest>;

/** Newest first; `cursor` is the `next_cursor` of the page before. */
export const WebhookDeliveriesQuery = z.object({
  state: WebhookDeliveryState.optional(),
  event: z.string().max(100).optional(),
  cursor: z.preprocess(fromDigits, z.number().int().positive()).optional(),
  limit: z.preprocess(fromDigits, z.number().int().min(1).max(100)).default(50),
});
export type WebhookDeliveriesQuery = z.output<typeof WebhookDeliveriesQuery>;

/** Which finished deliveries are sent once more: those of events from `from` on and before `to`, failed and cancelled ones unless said otherwise. */
export const WebhookReplayRange = z.object({
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
  states: z
    .array(z.enum(['delivered', 'failed', 'cancelled']))
    .min(1)
    .max(3)
    .default(['failed', 'cancelled']),
});
export type WebhookReplayRange = z.output<typeof WebhookReplayRange>;

/** At most so many deliveries are replayed by one call. */
export const mostReplayed = 1000;

/**
 * `after`: the last number that the caller has; without it the oldest that is kept comes first. `events`: names, separated by commas; without it all
 * but private notes.
 */
export const EventsQuery = z.object({
  after: z.preprocess(fromDigits, z.number().int().nonnegative()).optional(),
  limit: z.preprocess(fromDigits, z.number().int().min(1).max(100)).default(50),
  events: z
    .string()
    .max(2000)
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(WebhookEvent).min(1))
    .optional(),
});
export type EventsQuery = z.output<typeof EventsQuery>;

const access = { permission: 'general_settings:manage' } as const;
const deliveryParams = idParams.extend({
  delivery_id: z.preprocess(fromDigits, z.number().int().positive()),
});

export const webhookRoutes = defineRoutes({
  'webhooks.list': {
    method: 'GET',
    path: '/api/v1/webhooks',
    access,
    encoding: 'none',
    output: z.array(Webhook),
    summary: 'Webhooks by name, without secrets',
  },
  'webhooks.get': {
    method: 'GET',
    path: '/api/v1/webhooks/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: Webhook,
    summary: 'One webhook, without its secret',
  },
  'webhooks.create': {
    method: 'POST',
    path: '/api/v1/webhooks',
    access,
    encoding: 'json',
    body: WebhookInput,
    output: WebhookWithSecret,
    summary: 'Adds a webhook; answers its secret this once',
  },
  'webhooks.update': {
    method: 'PUT',
    path: '/api/v1/webhooks/:id',
    access,
    encoding: 'json',
    params: idParams,
    body: WebhookUpdate,
    output: Webhook,
    summary: 'Changes a webhook; switching it off cancels what waits',
  },
  'webhooks.remove': {
    method: 'DELETE',
    path: '/api/v1/webhooks/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a webhook with its deliveries',
  },
  'webhooks.toggle': {
    method: 'PUT',
    path: '/api/v1/webhooks/:id/toggle',
    access,
    encoding: 'json',
    params: idParams,
    body: z.object({ enabled: formBoolean, ...basedOn }),
    output: Webhook,
    summary: 'Switches a webhook on, or off, which cancels what waits',
  },
  'webhooks.rotate_secret': {
    method: 'POST',
    path: '/api/v1/webhooks/:id/secret',
    access,
    encoding: 'json',
    params: idParams,
    body: z.object({ ...basedOn }),
    output: WebhookWithSecret,
    summary: 'Gives a webhook a new secret, answered this once; the old one signs too for 24 hours',
  },
  'webhooks.test': {
    method: 'POST',
    path: '/api/v1/webhooks/:id/test',
    access,
    encoding: 'json',
    params: idParams,
    output: WebhookTest,
    summary: 'Sends a sample event now, to one that is off too, and answers what came back',
  },
  'webhooks.deliveries': {
    method: 'GET',
    path: '/api/v1/webhooks/:id/deliveries',
    access,
    encoding: 'none',
    params: idParams,
    query: WebhookDeliveriesQuery,
    output: z.object({ results: z.array(WebhookDelivery), next_cursor: z.number().nullable() }),
    summary: 'The deliveries of the last 7 days, newest first',
  },
  'webhooks.delivery': {
    method: 'GET',
    path: '/api/v1/webhooks/:id/deliveries/:delivery_id',
    access,
    encoding: 'none',
    params: deliveryParams,
    output: WebhookDeliveryDetail,
    summary: 'One delivery with what was sent and what was answered',
  },
  'webhooks.replay': {
    method: 'POST',
    path: '/api/v1/webhooks/:id/deliveries/:delivery_id/replay',
    access,
    encoding: 'json',
    params: deliveryParams,
    output: z.object({ queued: z.number() }),
    summary: 'Sends the event of a finished delivery once more, as a delivery of its own',
  },
  'webhooks.replay_range': {
    method: 'POST',
    path: '/api/v1/webhooks/:id/replay',
    access,
    encoding: 'json',
    params: idParams,
    body: WebhookReplayRange,
    output: z.object({ queued: z.number(), more: z.boolean() }),
    summary: 'Sends the events of a span of time once more, oldest first, at most 1,000 in one call',
  },
  'events.list': {
    method: 'GET',
    path: '/api/v1/events',
    access,
    encoding: 'none',
    query: EventsQuery,
    output: z.object({
      results: z.array(OutgoingEvent),
      /** What to ask for next. */
      next_after: z.number(),
      /** There is more already. */
      has_more: z.boolean(),
    }),
    summary: 'What happened after a number of the change log, as webhooks are told it, in order; kept for 3 months',
  },
});
