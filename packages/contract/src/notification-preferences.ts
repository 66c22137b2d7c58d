import * as z from 'zod';
import { basedOn } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { timeOfDay, timeZoneName } from './format-schemas.ts';
import { nullableTime } from './primitives.ts';

/** Why an event concerns an agent: `named` are those whom the event itself names (a mention, a policy's or a rule's recipient). */
export const notificationScopes = ['named', 'mine', 'my_teams', 'unassigned', 'taking_part', 'all'] as const;
export const NotificationScope = z.enum(notificationScopes);
export type NotificationScope = z.output<typeof NotificationScope>;

/** Where an agent is told: under the bell, by mail, on devices that asked for it. */
export const notificationChannels = ['in_app', 'mail', 'push'] as const;
export const NotificationChannel = z.enum(notificationChannels);
export type NotificationChannel = z.output<typeof NotificationChannel>;

const anyConversation = ['mine', 'my_teams', 'unassigned', 'taking_part', 'all'] as const;

/** THE matrix: every event that agents are told of, with the scopes that make sense for it. */
export const notificationMatrix = {
  assignment: ['mine'],
  team_assignment: ['my_teams'],
  mention: ['named'],
  customer_reply: anyConversation,
  new_conversation: ['my_teams', 'unassigned', 'all'],
  note: anyConversation,
  sla_warning: ['named'],
  sla_breach: ['named'],
  snooze_woken: anyConversation,
  rule: ['named'],
  mailbox_trouble: ['named'],
  webhook_off: ['named'],
} as const satisfies Record<string, readonly NotificationScope[]>;
export type NotificationEvent = keyof typeof notificationMatrix;
export const notificationEvents = Object.keys(notificationMatrix) as [NotificationEvent, ...NotificationEvent[]];
export const NotificationEvent = z.enum(notificationEvents);

/** One event in one scope. */
export type NotificationCell = {
  [E in NotificationEvent]: { event: E; scope: (typeof notificationMatrix)[E][number] };
}[NotificationEvent];

/** What is on for whoever chose nothing, as `event.scope`. Push is on only where a device was registered for it. */
export const notificationDefaults: Readonly<Partial<Record<string, readonly NotificationChannel[]>>> = {
  'assignment.mine': ['in_app', 'mail', 'push'],
  'mention.named': ['in_app', 'push'],
  'sla_warning.named': ['in_app', 'mail', 'push'],
  'sla_breach.named': ['in_app', 'mail', 'push'],
  'snooze_woken.mine': ['in_app'],
  'rule.named': ['in_app', 'mail', 'push'],
  'mailbox_trouble.named': ['in_app'],
  'webhook_off.named': ['in_app', 'mail'],
};

/** Events that concern whoever may do this; others need not choose. */
export const notificationEventPermissions = {
  mailbox_trouble: 'inboxes:manage',
  webhook_off: 'general_settings:manage',
} as const;

/** When mails come: at once, unless the agent is online just then, or held back until the agent is online again. */
export const mailTimes = ['always', 'not_online', 'when_back'] as const;
export const MailTime = z.enum(mailTimes);
export type MailTime = z.output<typeof MailTime>;

const Channels = z.strictObject({ in_app: z.boolean(), mail: z.boolean(), push: z.boolean() });
const Matrix = z.record(NotificationEvent, z.partialRecord(NotificationScope, Channels));

/** No mail and no push between two times of each day; `to` before `from` is on the next day. */
export const QuietHours = z
  .object({ from: timeOfDay, to: timeOfDay, zone: timeZoneName })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    error: 'it must differ from the beginning',
    params: { key: 'account.notifications.quiet_same' },
  });
export type QuietHours = z.output<typeof QuietHours>;

/** Once more than `mails` mails of this kind would go to the agent within `minutes`, one mail lists what is left. */
export const MailDigest = z.object({ mails: z.int().min(0).max(50), minutes: z.int().min(5).max(1440) });
export type MailDigest = z.output<typeof MailDigest>;
export const defaultDigest: MailDigest = { mails: 5, minutes: 10 };

/** What an agent wants to be told, where, and when. `updated_at` is null while nothing was chosen. */
export const NotificationPreferences = z.object({
  matrix: Matrix,
  mail_when: MailTime,
  quiet_hours: QuietHours.nullable(),
  digest: MailDigest,
  updated_at: nullableTime,
});
export type NotificationPreferences = z.output<typeof NotificationPreferences>;

/** Cells that are missing stay as they are; so do the other members. A cell that does not exist is refused by its name. */
const MatrixInput = z
  .record(z.string().max(40), z.record(z.string().max(40), Channels.partial()))
  .superRefine((matrix, context) => {
    for (const [event, scopes] of Object.entries(matrix)) {
      for (const scope of Object.keys(scopes)) {
        if (readCell(event, scope)) continue;
        context.addIssue({ code: 'custom', path: [event, scope], message: 'there is no such cell' });
      }
    }
  });

export const NotificationPreferencesInput = z.object({
  matrix: MatrixInput.optional(),
  mail_when: MailTime.optional(),
  quiet_hours: QuietHours.nullable().optional(),
  digest: MailDigest.optional(),
  ...basedOn,
});
export type NotificationPreferencesInput = z.output<typeof NotificationPreferencesInput>;

/** A cell by its names; undefined when the matrix has none such. */
export function readCell(event: string, scope: string): NotificationCell | undefined {
  if (!Object.hasOwn(notificationMatrix, event)) return undefined;
  const scopes: readonly string[] = notificationMatrix[event as NotificationEvent];
  return scopes.includes(scope) ? ({ event, scope } as NotificationCell) : undefined;
}

export const notificationPreferenceRoutes = defineRoutes({
  'notifications.preferences': {
    method: 'GET',
    path: '/api/v1/agents/me/notification-preferences',
    access: 'session',
    encoding: 'none',
    output: NotificationPreferences,
    summary: 'What the caller wants to be told, where and when',
  },
  'notifications.save_preferences': {
    method: 'PUT',
    path: '/api/v1/agents/me/notification-preferences',
    access: 'session',
    encoding: 'json',
    body: NotificationPreferencesInput,
    output: NotificationPreferences,
    summary: 'Changes what the caller wants to be told; cells that are left out stay as they are',
  },
});
