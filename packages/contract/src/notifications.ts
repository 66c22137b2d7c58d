import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { idParams, nullableTime, ok, rowId, time } from './primitives.ts';

/** Why an agent is told of something (behaviour 6.3). */
export const NotificationKind = z.enum(['mention', 'assignment', 'mailbox_stopped', 'mailbox_silent', 'webhook_off']);
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
  /** The team under whose name the agent was called; null when called in person. */
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
  /** The note of a mention. */
  message_uuid: z.string().nullable(),
  /** The note's text in one line, cut; empty for an assignment. */
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
