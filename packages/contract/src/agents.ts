import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { nullableTime, ok, time } from './primitives.ts';

/** Availability values, specification 4. */
export const availabilityStatuses = ['online', 'away', 'away_manual', 'away_and_reassigning', 'offline'] as const;
export const AvailabilityStatus = z.enum(availabilityStatuses);
export type AvailabilityStatus = z.output<typeof AvailabilityStatus>;

/** Agent and contact share one shape on the wire (wire A 5.1). */
export const Agent = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  type: z.enum(['agent', 'contact']),
  availability_status: AvailabilityStatus,
  phone_number_calling_code: z.string().nullable(),
  phone_number: z.string().nullable(),
  avatar_url: z.string().nullable(),
  enabled: z.boolean(),
  last_active_at: nullableTime,
  last_login_at: nullableTime,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  teams: z.array(z.object({ id: z.number(), name: z.string(), emoji: z.string().nullable() })),
  meta: z.null(),
  custom_attributes: z.record(z.string(), z.unknown()).nullable(),
});
export type Agent = z.output<typeof Agent>;

export const CompactAgent = z.object({
  id: z.number(),
  type: z.literal('agent'),
  first_name: z.string(),
  last_name: z.string(),
  enabled: z.boolean(),
  avatar_url: z.string().nullable(),
  availability_status: AvailabilityStatus,
});
export type CompactAgent = z.output<typeof CompactAgent>;

/** `source` says whether a person or an idle timer asked; without it, away is idle and online manual (settled 7). */
export const AvailabilityInput = z.object({
  status: AvailabilityStatus,
  source: z.enum(['idle', 'manual']).optional(),
});

export const LoginInput = z.object({
  email: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1000),
});

/** The new one must meet the rule of wire A 7.3, which the server tells by `agent.password_weak`. */
export const PasswordChange = z.object({
  current_password: z.string().min(1).max(1000),
  new_password: z.string().min(1).max(1000),
});

export const authRoutes = defineRoutes({
  'auth.login': {
    method: 'POST',
    path: '/api/v1/login',
    access: 'public',
    encoding: 'form',
    body: LoginInput,
    output: Agent,
    summary: 'Signs an agent in, sets the session and CSRF cookies, answers the agent',
  },
  'account.change_password': {
    method: 'PUT',
    path: '/api/v1/agents/me/password',
    access: 'session',
    encoding: 'json',
    body: PasswordChange,
    output: ok,
    summary: "Changes the signed-in agent's password and ends its other sessions",
  },
});

export const agentRoutes = defineRoutes({
  'agents.me': {
    method: 'GET',
    path: '/api/v1/agents/me',
    access: 'session',
    encoding: 'none',
    output: Agent,
    summary: 'The signed-in agent with roles, permissions and teams',
  },
  'agents.update_me': {
    method: 'PUT',
    path: '/api/v1/agents/me',
    access: 'session',
    encoding: 'multipart',
    file_parts: ['files'],
    body: z.object({}),
    output: ok,
    summary: "Makes the part `files` the signed-in agent's avatar; without one nothing changes",
  },
  'agents.remove_my_avatar': {
    method: 'DELETE',
    path: '/api/v1/agents/me/avatar',
    access: 'session',
    encoding: 'none',
    output: ok,
    summary: "Removes the signed-in agent's avatar",
  },
  'agents.my_teams': {
    method: 'GET',
    path: '/api/v1/agents/me/teams',
    access: 'session',
    encoding: 'none',
    output: z.array(z.lazy(() => TeamRow)),
    summary: 'Teams of the signed-in agent, latest update first',
  },
  'agents.set_availability': {
    method: 'PUT',
    path: '/api/v1/agents/me/availability',
    access: 'session',
    encoding: 'form',
    body: AvailabilityInput,
    output: ok,
    summary: "Sets the signed-in agent's availability; idle changes never overwrite manual ones",
  },
  'agents.compact': {
    method: 'GET',
    path: '/api/v1/agents/compact',
    access: 'session',
    encoding: 'none',
    output: z.array(CompactAgent),
    summary: 'All agents, disabled ones included, without System, latest update first',
  },
});

export const assignmentTypes = ['Round robin', 'Manual'] as const;

export const TeamRow = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  emoji: z.string().nullable(),
  conversation_assignment_type: z.enum(assignmentTypes),
  timezone: z.string(),
  business_hours_id: z.number().nullable(),
  sla_policy_id: z.number().nullable(),
  max_auto_assigned_conversations: z.number(),
});
export type TeamRow = z.output<typeof TeamRow>;

export const CompactTeam = z.object({ id: z.number(), name: z.string(), emoji: z.string().nullable() });
export type CompactTeam = z.output<typeof CompactTeam>;

export const teamRoutes = defineRoutes({
  'teams.compact': {
    method: 'GET',
    path: '/api/v1/teams/compact',
    access: 'session',
    encoding: 'none',
    output: z.array(CompactTeam),
    summary: 'All teams by name',
  },
});
