import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { timeZoneName } from './format-schemas.ts';
import { idParams, ok, time } from './primitives.ts';

export const assignmentTypes = ['Round robin', 'Manual'] as const;

/** How a team of the type Round robin chooses: in turn, or whoever has the fewest open conversations. Bellhop's own. */
export const assignmentStrategies = ['rotation', 'fewest_open'] as const;
export type AssignmentStrategy = (typeof assignmentStrategies)[number];

/** A team (wire A 8.1); an empty `timezone` means the desk's. */
export const TeamRow = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  emoji: z.string().nullable(),
  conversation_assignment_type: z.enum(assignmentTypes),
  assignment_strategy: z.enum(assignmentStrategies),
  timezone: z.string(),
  business_hours_id: z.number().nullable(),
  sla_policy_id: z.number().nullable(),
  max_auto_assigned_conversations: z.number(),
});
export type TeamRow = z.output<typeof TeamRow>;

/** A row of the list of teams, with how many agents are in it. */
export const TeamListRow = TeamRow.extend({ members: z.number() });
export type TeamListRow = z.output<typeof TeamListRow>;

export const CompactTeam = z.object({ id: z.number(), name: z.string(), emoji: z.string().nullable() });
export type CompactTeam = z.output<typeof CompactTeam>;

/** Forms carry ids as digits; what is none, and 0, stand for nothing (wire A 8.5). */
const idOrNone = z.preprocess((value) => {
  if (value === null || value === undefined || value === 0) return null;
  if (typeof value !== 'string') return value;
  const digits = /^\d{1,15}$/.test(value.trim()) ? Number(value) : 0;
  return digits === 0 ? null : digits;
}, z.number().int().positive().max(2147483647).nullable());

/** What is no number counts as no limit (wire A 8.5). */
const limit = z.preprocess((value) => {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'string') return value;
  return /^\d{1,15}$/.test(value.trim()) ? Number(value) : 0;
}, z.number().int().min(0).max(1_000_000));

/** Body of POST and PUT (wire A 8.5). */
export const TeamInput = z.object({
  name: nameText(140, 2),
  emoji: z
    .string()
    .trim()
    .nullish()
    .transform((text) => text ?? '')
    // Characters as the database counts them: some pictures are made of seven.
    .refine((text) => [...text].length <= 10, {
      error: 'it must have at most 10 characters',
      params: { key: 'form.error.oneEmoji' },
    }),
  conversation_assignment_type: z.enum(assignmentTypes),
  /** What is absent keeps its value (settled question 1). */
  assignment_strategy: z.enum(assignmentStrategies).optional(),
  timezone: z
    .union([z.literal(''), timeZoneName], { error: 'it is no time zone; use a name such as Europe/Lisbon' })
    .default(''),
  business_hours_id: idOrNone,
  sla_policy_id: idOrNone,
  max_auto_assigned_conversations: limit,
  ...basedOn,
});
export type TeamInput = z.output<typeof TeamInput>;

const access = { permission: 'teams:manage' } as const;

export const teamRoutes = defineRoutes({
  'teams.compact': {
    method: 'GET',
    path: '/api/v1/teams/compact',
    access: 'session',
    encoding: 'none',
    output: z.array(CompactTeam),
    summary: 'All teams by name',
  },
  'teams.list': {
    method: 'GET',
    path: '/api/v1/teams',
    access,
    encoding: 'none',
    output: z.array(TeamListRow),
    summary: 'All teams with their settings, latest update first',
  },
  'teams.get': {
    method: 'GET',
    path: '/api/v1/teams/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: TeamRow,
    summary: 'One team; an unknown one is 400',
  },
  'teams.create': {
    method: 'POST',
    path: '/api/v1/teams',
    access,
    encoding: 'form',
    body: TeamInput,
    output: ok,
    summary: 'Creates a team; 409 when one of that name exists',
  },
  'teams.update': {
    method: 'PUT',
    path: '/api/v1/teams/:id',
    access,
    encoding: 'form',
    params: idParams,
    body: TeamInput,
    output: ok,
    summary: 'Changes a team',
  },
  'teams.remove': {
    method: 'DELETE',
    path: '/api/v1/teams/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a team with its macros; its conversations lose it, its agents leave it',
  },
  'teams.usage': {
    method: 'GET',
    path: '/api/v1/teams/:id/usage',
    access,
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'What uses a team: agents, macros and conversations',
  },
});
