import * as z from 'zod';
import { type ConfigEntity, configEntities } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { fileBody, idParams, time } from './primitives.ts';

/** Deeds of and on agents, and what was taken out of the desk (behaviour 9). */
export const deedTypes = [
  'agent_login',
  'agent_login_failed',
  'agent_logout',
  'agent_online',
  'agent_away',
  'agent_away_reassigned',
  'agent_password_set',
  'agent_password_requested',
  'agent_sessions_ended',
  'agent_second_factor_added',
  'agent_second_factor_removed',
  'agent_second_factor_reset',
  'agent_recovery_codes_made',
  'agent_recovery_code_used',
  'agent_disabled',
  'agent_enabled',
  'agent_role_permissions_changed',
  'api_key_created',
  'api_key_changed',
  'api_key_revoked',
  'export',
] as const;
export type DeedType = (typeof deedTypes)[number];

/** What can be done to configuration. */
export const changeDeeds = ['created', 'changed', 'deleted'] as const;
export type ChangeDeed = (typeof changeDeeds)[number];
export type ChangeType = `${ConfigEntity}_${ChangeDeed}`;

/** Everything that the activity log holds. */
export type ActivityType = DeedType | ChangeType;

/** THE list of activity types: each has a text in every language pack, which a test holds. */
export const activityTypes: readonly ActivityType[] = [
  ...deedTypes,
  ...configEntities.flatMap((entity) => changeDeeds.map((deed): ChangeType => `${entity}_${deed}`)),
];

/** Entity and deed of a type that stands for a change to configuration; null for every other. */
export function changeOf(type: string): { entity: ConfigEntity; deed: ChangeDeed } | null {
  const deed = changeDeeds.find((one) => type.endsWith(`_${one}`));
  const entity = configEntities.find((one) => `${one}_${deed}` === type);
  return deed && entity ? { entity, deed } : null;
}

/**
 * An entry of the activity log (wire A 16). `activity_description` says in the desk's language who did what; Bellhop's additions: `deed` says
 * what alone, `actor_email` who it was then, `changed` names the members of a change that `activity_logs.get` tells in full.
 */
export const ActivityLog = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  activity_type: z.string(),
  activity_description: z.string(),
  deed: z.string(),
  actor_id: z.number().nullable(),
  actor_email: z.string(),
  target_model_type: z.string(),
  target_model_id: z.number(),
  /** Empty for what no request caused. */
  ip: z.string(),
  /** Name of the API key by which it was done; empty when the agent did it. */
  via: z.string(),
  changed: z.array(z.string()),
  total: z.number(),
});
export type ActivityLog = z.output<typeof ActivityLog>;

/** One entry with what was there before and after, secrets masked; null on the side that lacks a member. */
export const ActivityLogDetail = ActivityLog.omit({ total: true }).extend({
  changes: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
});
export type ActivityLogDetail = z.output<typeof ActivityLogDetail>;

/** What the log can be sorted by (wire A 16); the first is the default, descending. */
export const activityLogSortFields = [
  'activity_logs.created_at',
  'activity_logs.activity_type',
  'activity_logs.actor_id',
  'activity_logs.ip',
] as const;
export type ActivityLogSortField = (typeof activityLogSortFields)[number];

/** Page sizes that the screen offers (wire A 16). */
export const activityLogPageSizes = [15, 30, 50, 100] as const;

/** Query of the log; `filters` is JSON text of rows, all of which must hold. A larger page size than 100 is 100. */
export const ActivityLogQuery = z.object({
  ...pageQuery(15, 100),
  order_by: z.string().optional(),
  order: z.string().optional(),
  filters: z.string().optional(),
});
export type ActivityLogQuery = z.output<typeof ActivityLogQuery>;

/** Somebody who did what the log holds; `email` as it was then, `System` for what nobody did. */
export const ActivityActor = z.object({ id: z.number(), email: z.string() });
export type ActivityActor = z.output<typeof ActivityActor>;

const access = { permission: 'activity_logs:manage' } as const;

export const activityLogRoutes = defineRoutes({
  'activity_logs.list': {
    method: 'GET',
    path: '/api/v1/activity-logs',
    access,
    encoding: 'none',
    query: ActivityLogQuery,
    output: pageOf(ActivityLog),
    summary: 'Who did what, when and from where, newest first; the total is exact up to 10,000',
  },
  'activity_logs.export': {
    method: 'GET',
    path: '/api/v1/activity-logs/export',
    access,
    encoding: 'none',
    query: z.object({ filters: z.string().optional() }),
    output: fileBody,
    bare: true,
    summary: 'The same as a CSV file, newest first; writes into the log that it was taken',
  },
  'activity_logs.actors': {
    method: 'GET',
    path: '/api/v1/activity-logs/actors',
    access,
    encoding: 'none',
    output: z.array(ActivityActor),
    summary: 'Everybody whose deeds the log holds, System, disabled and deleted agents included',
  },
  'activity_logs.get': {
    method: 'GET',
    path: '/api/v1/activity-logs/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: ActivityLogDetail,
    summary: 'One entry with what was there before and after',
  },
});
