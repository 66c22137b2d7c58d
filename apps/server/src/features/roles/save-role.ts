import { adminRoleName, agentRoleName, type Permission, type RoleInput } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import {
  deleteRole,
  insertRole,
  isRoleNameTaken,
  listHolders,
  lockRole,
  lockRoleNames,
  patchRole,
  type RoleRow,
} from './roles.queries.ts';

/** Creates a role. Throws role.name_taken, role.exceeds. */
export async function createRole(uow: UnitOfWork, input: RoleInput): Promise<true> {
  const values = valuesOf(input, false);
  await demandFreeName(uow, values.name, null);
  demandHeld(uow.actor, values.permissions);
  const id = await insertRole(uow.db, { ...values, now: uow.now });
  await recordChange(uow, { entity: 'role', id, name: values.name, before: null, after: values });
  return true;
}

/**
 * Changes a role. Whoever holds it has the new permissions at once: requests read them anew, open sockets are looked at again by
 * every process. Throws role.not_found, role.protected, role.name_taken, role.exceeds for permissions that the actor would add
 * without having them, config.changed_meanwhile.
 */
export async function updateRole(uow: UnitOfWork, id: number, input: RoleInput): Promise<true> {
  const role = await lockRole(uow.db, id);
  if (!role) throw new AppError('role.not_found');
  const isAdmin = role.name === adminRoleName;
  const values = isAdmin ? onlyFactor(role, input) : valuesOf(input, role.requires_second_factor);
  if (role.name === agentRoleName && values.name !== agentRoleName) throw isProtected(role);
  assertUnchanged(role, input);
  if (values.name !== role.name) await demandFreeName(uow, values.name, id);
  demandHeld(
    uow.actor,
    values.permissions.filter((permission) => !role.permissions.includes(permission)),
  );
  await patchRole(uow.db, id, { ...values, now: uow.now });
  await recordChange(uow, { entity: 'role', id, name: values.name, before: membersOf(role), after: membersOf(values) });
  await lookAgain(uow, id);
  return true;
}

/** Deletes a role and takes it from its agents. Throws role.not_found, role.protected. */
export async function removeRole(uow: UnitOfWork, id: number): Promise<true> {
  const role = await lockRole(uow.db, id);
  if (!role) throw new AppError('role.not_found');
  if (role.name === adminRoleName || role.name === agentRoleName) throw isProtected(role);
  await lookAgain(uow, id);
  await deleteRole(uow.db, id);
  await recordChange(uow, { entity: 'role', id, name: role.name, before: membersOf(role), after: null });
  return true;
}

/** Every process looks again at the sockets of those who hold the role. */
async function lookAgain(uow: UnitOfWork, id: number): Promise<void> {
  for (const userId of await listHolders(uow.db, id)) uow.wake('bellhop_sessions', String(userId));
}

/** Names differ in more than their case: a role called `admin` would be taken for the other one. */
async function demandFreeName(uow: UnitOfWork, name: string, id: number | null): Promise<void> {
  await lockRoleNames(uow.db);
  if (!(await isRoleNameTaken(uow.db, name, id))) return;
  throw new AppError('role.name_taken', { params: { name }, data: { name: 'it is taken' } });
}

/** Nobody gives what they do not have (behaviour 10.5). */
function demandHeld(actor: Actor, permissions: readonly string[]): void {
  const lacking = permissions.filter((permission) => !actor.permissions.has(permission));
  if (lacking.length === 0) return;
  const named = lacking.join(', ');
  throw new AppError('role.exceeds', {
    params: { permissions: named },
    data: { permissions: `you do not have ${named}` },
  });
}

/** Whether a second factor is required stays where a client does not say. */
const valuesOf = ({ name, description, permissions, requires_second_factor }: RoleInput, isRequired: boolean) => ({
  name,
  description,
  permissions,
  requires_second_factor: requires_second_factor ?? isRequired,
});

/** Of the protected role nothing changes but whether a second factor is required. Throws role.protected when that is not asked for. */
function onlyFactor(role: RoleRow, { requires_second_factor }: RoleInput): ReturnType<typeof valuesOf> {
  if (requires_second_factor === undefined || requires_second_factor === role.requires_second_factor) {
    throw isProtected(role);
  }
  const { name, description } = role;
  return { name, description, permissions: role.permissions as Permission[], requires_second_factor };
}

/** In one order: other clients send permissions in the order of their clicks. */
const membersOf = ({
  name,
  description,
  permissions,
  requires_second_factor,
}: Pick<RoleRow, 'name' | 'description' | 'permissions' | 'requires_second_factor'>) => ({
  name,
  description,
  requires_second_factor,
  permissions: [...permissions].sort(),
});

const isProtected = ({ name }: RoleRow) => new AppError('role.protected', { params: { name } });
