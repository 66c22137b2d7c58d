import * as z from 'zod';
import { basedOn, nameText } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { allPermissions, type Permission } from './permissions.ts';
import { idParams, nullableTime, ok, rowId, time } from './primitives.ts';

/** So many keys an agent can have at a time; revoked ones don't count. */
export const mostApiKeys = 50;
/** What the form suggests as a key's life, in days. */
export const suggestedKeyDays = 90;

/** A key by which a program acts for an agent (behaviour 10.7). Key and secret are told once, when it is made. */
export const ApiKey = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  /** The first eight characters of the key, by which people tell it from others. */
  key_start: z.string(),
  /** What the key is scoped to. */
  permissions: z.array(z.string()),
  /** What of it the agent may do now; nothing else can be done by the key. */
  effective_permissions: z.array(z.string()),
  /** Null: never. */
  expires_at: nullableTime,
  /** Noted at most once a minute. */
  last_used_at: nullableTime,
  last_used_ip: z.string().nullable(),
  /** The agent who made it; null when they are gone. */
  created_by: z.number().nullable(),
  revoked_at: nullableTime,
});
export type ApiKey = z.output<typeof ApiKey>;

/** A key that was just made: `key` and `secret` go into the header `Authorization: Bearer <key>:<secret>`. */
export const NewApiKey = ApiKey.extend({ key: z.string(), secret: z.string() });
export type NewApiKey = z.output<typeof NewApiKey>;

const known: ReadonlySet<string> = new Set(allPermissions);
const members = {
  name: nameText(140),
  /** What the key may do of what its agent may do; none at all leaves the calls that every agent may make. */
  permissions: z
    .array(
      z
        .string()
        .max(100)
        .refine((name): name is Permission => known.has(name), { error: 'there is no such permission' }),
    )
    .max(1000)
    .transform((names): Permission[] => [...new Set(names)] as Permission[]),
};

/** Body of POST. The end of a key's life is chosen when it is made and stays: a longer life is a new key. */
export const ApiKeyCreate = z.object({
  ...members,
  /** RFC 3339 with zone, in the future; null for a key that never expires. */
  expires_at: z.iso.datetime({ offset: true }).nullable(),
});
export type ApiKeyCreate = z.output<typeof ApiKeyCreate>;

/** Body of PUT. */
export const ApiKeyUpdate = z.object({ ...members, ...basedOn });
export type ApiKeyUpdate = z.output<typeof ApiKeyUpdate>;

const ofAgent = z.object({ id: rowId, key_id: rowId });
const users = { permission: 'users:manage' } as const;

export const apiKeyRoutes = defineRoutes({
  'api_keys.list_mine': {
    method: 'GET',
    path: '/api/v1/agents/me/api-keys',
    access: 'session',
    by_key: false,
    encoding: 'none',
    output: z.array(ApiKey),
    summary: "The caller's API keys, newest first; those that were revoked in the last 30 days at the end",
  },
  'api_keys.create': {
    method: 'POST',
    path: '/api/v1/agents/me/api-keys',
    access: 'session',
    by_key: false,
    encoding: 'json',
    body: ApiKeyCreate,
    output: NewApiKey,
    summary: 'Makes an API key for the caller, with no more permissions than they have; its secret is told this once',
  },
  'api_keys.update': {
    method: 'PUT',
    path: '/api/v1/agents/me/api-keys/:id',
    access: 'session',
    by_key: false,
    encoding: 'json',
    params: idParams,
    body: ApiKeyUpdate,
    output: ok,
    summary: "Renames one of the caller's API keys and changes its permissions, at once and on open sockets",
  },
  'api_keys.revoke': {
    method: 'DELETE',
    path: '/api/v1/agents/me/api-keys/:id',
    access: 'session',
    by_key: false,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: "Revokes one of the caller's API keys for good, at once in every process, open sockets included",
  },
  'api_keys.list_of': {
    method: 'GET',
    path: '/api/v1/agents/:id/api-keys',
    access: users,
    by_key: false,
    encoding: 'none',
    params: idParams,
    output: z.array(ApiKey),
    summary: "An agent's API keys; nobody makes any for others or sees their secrets",
  },
  'api_keys.revoke_of': {
    method: 'DELETE',
    path: '/api/v1/agents/:id/api-keys/:key_id',
    access: users,
    by_key: false,
    encoding: 'none',
    params: ofAgent,
    output: ok,
    summary: "Revokes one of an agent's API keys for good",
  },
});
