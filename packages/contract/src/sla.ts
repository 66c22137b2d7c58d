import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { deadlineDuration } from './format-schemas.ts';
import { parseGoDuration } from './go-duration.ts';
import { conversationUpdates } from './permissions.ts';
import { formBoolean, idParams, ok, rowId, time } from './primitives.ts';

export const slaAlertTypes = ['warning', 'breach'] as const;
export const slaAlertTimings = ['before', 'after', 'immediately'] as const;
export const slaMetrics = ['first_response', 'next_response', 'resolution', 'all'] as const;
/** Among the recipients of an alert: whoever is assigned when it is sent. Others are ids of agents as text. */
export const assignedRecipient = 'assigned_user';
/** Everybody in the team that is assigned when it is sent. */
export const assignedTeamRecipient = 'assigned_team';
/** Recipients that are no ids. */
export const namedRecipients: readonly string[] = [assignedRecipient, assignedTeamRecipient];

/** When the clocks of a policy start: with the conversation, or when the policy is applied. */
export const slaStarts = ['created_at', 'applied_at'] as const;

/** Who is told, and when: a warning `before` a deadline, a breach `after` it or `immediately`, then without `time_delay` (wire B 13.1). */
export const SlaAlert = z.object({
  type: z.enum(slaAlertTypes),
  recipients: z.array(z.string()),
  time_delay: z.string(),
  time_delay_type: z.enum(slaAlertTimings),
  metric: z.enum(slaMetrics),
});
export type SlaAlert = z.output<typeof SlaAlert>;

/** Times are durations of business time, null for none. */
export const SlaPolicy = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  description: z.string(),
  first_response_time: z.string().nullable(),
  next_response_time: z.string().nullable(),
  resolution_time: z.string().nullable(),
  notifications: z.array(SlaAlert),
  /** Whether clocks stand still while the conversation waits for the customer (settled question 28). */
  pause_on_waiting: z.boolean(),
  /** Whether reopening begins a fresh check of the resolution; otherwise the first verdict stays. */
  restart_on_reopen: z.boolean(),
  /** Whether open deadlines are counted anew, by the hours of the new team, when a conversation changes teams. */
  follow_team_hours: z.boolean(),
  starts_at: z.enum(slaStarts),
});
export type SlaPolicy = z.output<typeof SlaPolicy>;

/** What every agent may know of an SLA policy (settled question 10); who may manage them gets everything. */
export const SlaPolicyRow = SlaPolicy.partial().required({ id: true, created_at: true, updated_at: true, name: true });
export type SlaPolicyRow = z.output<typeof SlaPolicyRow>;

const noText = (value: unknown) => (value === undefined || value === null || value === '' ? null : value);
const optionalTime = z.preprocess(noText, deadlineDuration.nullable());

const recipient = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  z
    .string()
    .trim()
    .refine((text) => namedRecipients.includes(text) || rowId.safeParse(text).success, {
      error: 'it must be assigned_user, assigned_team or the id of an agent',
      params: { key: 'admin.sla.error.recipient' },
    }),
);

/** The timings that an alert of each type may have (behaviour 5.1). */
export const slaTimingsOf: Record<(typeof slaAlertTypes)[number], readonly (typeof slaAlertTimings)[number][]> = {
  warning: ['before'],
  breach: ['immediately', 'after'],
};

export const SlaAlertInput = z
  .object({
    type: z.enum(slaAlertTypes),
    recipients: z
      .array(recipient)
      .max(100)
      .refine((recipients) => recipients.length > 0, {
        error: 'it must not be empty',
        params: { key: 'admin.sla.error.noRecipient' },
      })
      .transform((recipients) => [...new Set(recipients)]),
    time_delay: z.string().trim().max(30).nullish(),
    time_delay_type: z.enum(slaAlertTimings),
    metric: z.enum(slaMetrics),
  })
  .superRefine((alert, context) => {
    if (!slaTimingsOf[alert.type].includes(alert.time_delay_type)) {
      context.addIssue({
        code: 'custom',
        path: ['time_delay_type'],
        message: `it must be ${slaTimingsOf[alert.type].join(' or ')} for a ${alert.type}`,
        params: { key: 'admin.sla.error.timing' },
      });
    }
    if (alert.time_delay_type === 'immediately') return;
    const { error } = deadlineDuration.safeParse(alert.time_delay ?? '');
    for (const issue of error?.issues ?? []) {
      const params = issue.code === 'custom' ? issue.params : undefined;
      context.addIssue({ code: 'custom', path: ['time_delay'], message: issue.message, params: { ...params } });
    }
  })
  .transform(
    (alert): SlaAlert => ({
      ...alert,
      time_delay: alert.time_delay_type === 'immediately' ? '' : (alert.time_delay ?? ''),
    }),
  );

/** The members of a policy that hold its times. */
export const slaTimes = ['first_response_time', 'next_response_time', 'resolution_time'] as const;

/**
 * Body of POST and PUT (wire B 13.4). Durations are Go durations of a minute or more, `""`, null or absent for none. A PUT without
 * `pause_on_waiting`, `restart_on_reopen`, `follow_team_hours` or `starts_at` keeps what is stored. What runs already stays as it was promised,
 * unless `apply_to_open` says that it is counted anew, in the background.
 */
export const SlaPolicyInput = z
  .object({
    name: nameText(140),
    description: z.preprocess((value) => value ?? '', nameText(300, 0)),
    first_response_time: optionalTime,
    next_response_time: optionalTime,
    resolution_time: optionalTime,
    notifications: z.preprocess((value) => value ?? [], z.array(SlaAlertInput).max(100)),
    pause_on_waiting: formBoolean.optional(),
    restart_on_reopen: formBoolean.optional(),
    follow_team_hours: formBoolean.optional(),
    starts_at: z.enum(slaStarts).optional(),
    apply_to_open: formBoolean.optional(),
    ...basedOn,
  })
  .refine((policy) => slaTimes.some((name) => policy[name] !== null), {
    path: ['first_response_time'],
    error: 'one of the three times must be set',
    params: { key: 'admin.sla.atleastOneSLATimeRequired' },
  })
  .refine(({ first_response_time, resolution_time }) => !isLonger(first_response_time, resolution_time), {
    path: ['first_response_time'],
    error: 'it must not be longer than the resolution time',
    params: { key: 'admin.sla.error.longerThanResolution' },
  });
export type SlaPolicyInput = z.output<typeof SlaPolicyInput>;

function isLonger(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && (parseGoDuration(one) ?? 0) > (parseGoDuration(other) ?? 0);
}

const access = { permission: 'sla:manage' } as const;

export const slaRoutes = defineRoutes({
  'sla.list': {
    method: 'GET',
    path: '/api/v1/sla',
    access: 'session',
    encoding: 'none',
    output: z.array(SlaPolicyRow),
    summary: 'SLA policies, latest update first; by name alone without sla:manage; clients read it at their start',
  },
  'sla.get': {
    method: 'GET',
    path: '/api/v1/sla/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: SlaPolicy,
    summary: 'One SLA policy with its times and alerts',
  },
  'sla.create': {
    method: 'POST',
    path: '/api/v1/sla',
    access,
    encoding: 'json',
    body: SlaPolicyInput,
    output: ok,
    summary: 'Creates an SLA policy; 409 when one of that name exists',
  },
  'sla.update': {
    method: 'PUT',
    path: '/api/v1/sla/:id',
    access,
    encoding: 'json',
    params: idParams,
    body: SlaPolicyInput,
    output: ok,
    summary: 'Replaces an SLA policy; deadlines that run already stay as they are, unless apply_to_open is sent',
  },
  'sla.remove': {
    method: 'DELETE',
    path: '/api/v1/sla/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes an SLA policy; teams and conversations lose it, what runs under it ends',
  },
  'conversations.set_sla': {
    method: 'PUT',
    path: '/api/v1/conversations/:uuid/sla',
    access: { any_of: conversationUpdates },
    encoding: 'json',
    params: z.object({ uuid: z.string() }),
    body: z.object({ policy_id: rowId.nullable() }),
    output: ok,
    summary: 'Applies an SLA policy to a conversation, or with null takes the one that it has away',
  },
  'sla.usage': {
    method: 'GET',
    path: '/api/v1/sla/:id/usage',
    access,
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'What uses an SLA policy: teams, automation rules and conversations',
  },
});
