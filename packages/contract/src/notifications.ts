import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { NotificationScope } from './notification-preferences.ts';
import { idParams, nullableTime, ok, rowId, time } from './primitives.ts';
import { slaMetrics } from './sla.ts';

/** What an agent is told of (behaviour 6.3); each belongs to an event of the matrix. */
export const notificationKinds = [
  'mention',
  'assignment',
  'team_assignment',
  'customer_reply',
  'new_conversation',
  'note',
  'sla_warning',
  'sla_breach',
  'snooze_woken',
  'rule',
  'mailbox_stopped',
  'mailbox_silent',
  'webhook_off',
] as const;
export const NotificationKind = z.enum(notificationKinds);
export type NotificationKind = z.output<typeof NotificationKind>;

/** Somebody who is called in a note (behaviour 2.8). */
export const Mention = z.object({ type: z.enum(['agent', 'team']), id: rowId });
export type Mention = z.output<typeof Mention>;

/** What an agent is told; only of conversations that the agent may see now. */
export const Notification = z.object({
  id: z.number(),
  kind: NotificationKind,
  created_at: time,
  read_at: nullableTime,
  /** Who did it; System for rules. */
  actor: z.object({ id: z.number(), first_name: z.string(), last_name: z.string(), avatar_url: z.string().nullable() }),
  /** Why it concerns the agent; `named` as well where the event itself names them. */
  scope: NotificationScope,
  /** The record of what made it be told, and why (`causes`); null for what is older. */
  cause_id: z.number().nullable(),
  /** How many events became this entry; the others were less important, or earlier ones of the same kind. */
  count: z.number(),
  /** The team under whose name the agent was called, or whose conversation it is; null when it is about the agent in person. */
  team: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Null when it is about a mailbox or a webhook. */
  conversation: z
    .object({
      uuid: z.string(),
      reference_number: z.string(),
      subject: z.string(),
      contact: z.object({ first_name: z.string(), last_name: z.string() }),
    })
    .nullable(),
  /** The mailbox that stopped or fell silent. */
  inbox: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The webhook that was switched off after a day of failures. */
  webhook: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** What is due or overdue. */
  sla: z.object({ metric: z.enum(slaMetrics).exclude(['all']), deadline_at: time }).nullable(),
  /** The rule that says something; its name is null when its record has gone. */
  rule: z.object({ name: z.string().nullable(), subject: z.string() }).nullable(),
  /** The message in question: the note, or what the customer wrote. */
  message_uuid: z.string().nullable(),
  /** That message's text, or what a rule says, in one line, cut; else empty. */
  preview: z.string(),
});
export type Notification = z.output<typeof Notification>;

/** `cursor` is the `next_cursor` of the page before; `unread` leaves those out that have been read. */
export const NotificationsQuery = z.object({
  cursor: z.string().optional(),
  unread: z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional(),
});
export type NotificationsQuery = z.output<typeof NotificationsQuery>;

/** Newest first; `next_cursor` is null on the last page. */
export const NotificationPage = z.object({ results: z.array(Notification), next_cursor: z.string().nullable() });
export type NotificationPage = z.output<typeof NotificationPage>;

export const notificationRoutes = defineRoutes({
  'notifications.list': {
    method: 'GET',
    path: '/api/v1/notifications',
    access: 'session',
    encoding: 'none',
    query: NotificationsQuery,
    output: NotificationPage,
    summary: 'What the caller was told, newest first',
  },
  'notifications.counts': {
    method: 'GET',
    path: '/api/v1/notifications/counts',
    access: 'session',
    encoding: 'none',
    output: z.object({ unread: z.number() }),
    summary: 'How many of them have not been read',
  },
  'notifications.mark_read': {
    method: 'PUT',
    path: '/api/v1/notifications/:id/read',
    access: 'session',
    encoding: 'form',
    params: idParams,
    output: ok,
    summary: 'Marks one of the own notifications read',
  },
  'notifications.mark_all_read': {
    method: 'PUT',
    path: '/api/v1/notifications/read',
    access: 'session',
    encoding: 'form',
    output: ok,
    summary: 'Marks all own notifications read',
  },
});
