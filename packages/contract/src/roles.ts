import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { allPermissions, type Permission } from './permissions.ts';
import { idParams, ok, time } from './primitives.ts';

/** A role (wire A 9); `members` counts the agents who hold it, System apart. */
export const Role = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
  /** Who holds it needs a second factor. */
  requires_second_factor: z.boolean(),
  members: z.number(),
});
export type Role = z.output<typeof Role>;

const known: ReadonlySet<string> = new Set(allPermissions);

/** Body of POST and PUT: permissions that nobody knows are dropped, and at least one must remain. */
export const RoleInput = z.object({
  name: nameText(50, 2),
  description: z
    .string()
    .trim()
    .max(300)
    .nullish()
    .transform((text) => text ?? ''),
  permissions: z
    .array(z.string())
    .max(1000)
    .transform((names) => [...new Set(names)].filter((name): name is Permission => known.has(name)))
    .refine((names) => names.length > 0, {
      error: 'it must hold at least one permission',
      params: { key: 'admin.role.permissionsRequired' },
    }),
  /** Absent: as it is, for a new role off. Of the role Admin this alone can be changed. */
  requires_second_factor: z.boolean().optional(),
  ...basedOn,
});
export type RoleInput = z.output<typeof RoleInput>;

const access = { permission: 'roles:manage' } as const;

export const roleRoutes = defineRoutes({
  'roles.list': {
    method: 'GET',
    path: '/api/v1/roles',
    access,
    encoding: 'none',
    output: z.array(Role),
    summary: 'All roles by name',
  },
  'roles.get': {
    method: 'GET',
    path: '/api/v1/roles/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: Role,
    summary: 'One role with its permissions',
  },
  'roles.create': {
    method: 'POST',
    path: '/api/v1/roles',
    access,
    encoding: 'json',
    body: RoleInput,
    output: ok,
    summary: 'Creates a role; nobody can give permissions that they lack',
  },
  'roles.update': {
    method: 'PUT',
    path: '/api/v1/roles/:id',
    access,
    encoding: 'json',
    params: idParams,
    body: RoleInput,
    output: ok,
    summary:
      'Changes a role for all who hold it, at once and on open sockets; Admin is protected, Agent keeps its name',
  },
  'roles.remove': {
    method: 'DELETE',
    path: '/api/v1/roles/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a role and takes it from its agents; Admin and Agent are protected',
  },
  'roles.usage': {
    method: 'GET',
    path: '/api/v1/roles/:id/usage',
    access,
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'The agents who hold a role, and the sign-on providers that give it to new ones',
  },
});
