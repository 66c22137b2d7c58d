import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { isEmail } from './formats.ts';
import { isPasswordStrong, passwordBytes } from './passwords.ts';
import { idParams, nullableTime, ok, time } from './primitives.ts';
import { TeamRow } from './teams.ts';

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
  /** Only after a sign-in: a role requires a second factor, and nothing else can be done before there is one. */
  second_factor_required: z.literal(true).optional(),
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

/** A row of the list of agents (wire A 6.2), with what its table shows; `total` counts the rows. */
export const AgentRow = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  type: z.literal('agent'),
  enabled: z.boolean(),
  avatar_url: z.string().nullable(),
  availability_status: AvailabilityStatus,
  last_active_at: nullableTime,
  last_login_at: nullableTime,
  roles: z.array(z.string()),
  total: z.number(),
});
export type AgentRow = z.output<typeof AgentRow>;

/** A password that somebody sets; '' stands for none. */
const newPassword = z
  .string()
  .max(1000)
  .refine((password) => password === '' || isPasswordStrong(password), {
    error: `it needs ${passwordBytes.min} to ${passwordBytes.max} bytes with an upper-case and a lower-case letter, a number and a sign`,
    params: { key: 'globals.messages.strongPassword', ...passwordBytes },
  });

const nothing = (value: unknown) => value === null || value === undefined;
const agentMembers = {
  first_name: nameText(140),
  last_name: z.preprocess((value) => (nothing(value) ? '' : value), nameText(140, 0)),
  email: nameText(320)
    .toLowerCase()
    .refine(isEmail, {
      error: 'it must be an address such as lee@example.com',
      params: { key: 'globals.messages.invalidEmailAddress' },
    }),
  /** By name. */
  roles: z.array(z.string().trim().min(1).max(50)).min(1).max(100),
  new_password: z.preprocess((value) => (nothing(value) ? '' : value), newPassword),
  send_welcome_email: z.preprocess((value) => value ?? false, z.boolean()),
};
/** Found by name, unknown ones are passed over (wire A 6.4). */
const teamsByName = z.array(z.object({ name: z.string().trim().max(140) })).max(1000);

/** Body of POST (wire A 6.4); a new agent is enabled and offline, whatever is sent. */
export const AgentCreate = z.object({ ...agentMembers, teams: z.preprocess((value) => value ?? [], teamsByName) });
export type AgentCreate = z.output<typeof AgentCreate>;

/** Body of PUT (wire A 6.5): roles and teams replace those before; of the other lists what is absent stays as it is. */
export const AgentUpdate = z.object({
  ...agentMembers,
  teams: teamsByName.nullish(),
  enabled: z.boolean().optional(),
  availability_status: AvailabilityStatus.optional(),
  ...basedOn,
});
export type AgentUpdate = z.output<typeof AgentUpdate>;

/** `source` says whether a person or an idle timer asked; without it, away is idle and online manual (settled 7). */
export const AvailabilityInput = z.object({
  status: AvailabilityStatus,
  source: z.enum(['idle', 'manual']).optional(),
});

export const LoginInput = z.object({
  email: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1000),
});

/** Asks for a link; unknown addresses are answered as known ones (wire A 7.1). */
export const PasswordResetInput = z.object({ email: z.string().trim().min(1).max(320) });

/** A weak password is told before a token that opens nothing, so a missing token is one of these (wire A 7.2). */
export const PasswordSetInput = z.object({
  token: z.string().max(1000).default(''),
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
  'auth.reset_password': {
    method: 'POST',
    path: '/api/v1/agents/reset-password',
    access: 'public',
    encoding: 'form',
    body: PasswordResetInput,
    output: ok,
    summary: 'Mails a link to set a password, if the address is an agent who may sign in; the answer does not tell',
  },
  'auth.set_password': {
    method: 'POST',
    path: '/api/v1/agents/set-password',
    access: 'public',
    encoding: 'form',
    body: PasswordSetInput,
    output: ok,
    summary: 'Sets a password by the token of a mailed link, which is used up, and ends all sessions of the agent',
  },
  'account.change_password': {
    method: 'PUT',
    path: '/api/v1/agents/me/password',
    access: 'session',
    by_key: false,
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
    output: z.array(TeamRow),
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
  'agents.list': {
    method: 'GET',
    path: '/api/v1/agents',
    access: { permission: 'users:manage' },
    encoding: 'none',
    output: z.array(AgentRow),
    summary: 'All agents with their roles, disabled ones included, without System, latest update first',
  },
  'agents.get': {
    method: 'GET',
    path: '/api/v1/agents/:id',
    access: { permission: 'users:manage' },
    encoding: 'none',
    params: idParams,
    output: Agent,
    summary: 'One agent with roles, permissions and teams',
  },
  'agents.create': {
    method: 'POST',
    path: '/api/v1/agents',
    access: { permission: 'users:manage' },
    encoding: 'json',
    body: AgentCreate,
    output: ok,
    summary: 'Creates an agent; nobody can give roles that allow what they may not do themselves',
  },
  'agents.update': {
    method: 'PUT',
    path: '/api/v1/agents/:id',
    access: { permission: 'users:manage' },
    encoding: 'json',
    params: idParams,
    body: AgentUpdate,
    output: ok,
    summary: 'Changes an agent, at once and on open sockets; disabling ends sessions and frees open conversations',
  },
  'agents.remove': {
    method: 'DELETE',
    path: '/api/v1/agents/:id',
    access: { permission: 'users:manage' },
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes an agent: sessions end, open conversations are freed, the address can be used again',
  },
  'agents.usage': {
    method: 'GET',
    path: '/api/v1/agents/:id/usage',
    access: { permission: 'users:manage' },
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'What uses an agent: teams, macros and open conversations',
  },
});
