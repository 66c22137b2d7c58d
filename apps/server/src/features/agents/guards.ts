import { type Agent, adminRoleName } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { holdRolesByName, type RoleRow } from '../roles/index.ts';
import { countOtherAdmins, lockAdmins } from '../users/index.ts';

/**
 * The roles of these names for an agent who holds `present` already, locked against deletion. Nobody gives a role that allows what
 * they may not do themselves (behaviour 10.5). Throws input.invalid for unknown names, agent.role_exceeds.
 */
export async function demandRoles(
  uow: UnitOfWork,
  names: readonly string[],
  present: readonly string[],
): Promise<RoleRow[]> {
  const roles = await holdRolesByName(uow.db, names);
  const unknown = names.find((name) => !roles.some((role) => role.name === name));
  if (unknown !== undefined) {
    const reason = `there is no role ${unknown}`;
    throw new AppError('input.invalid', { params: { field: 'roles', reason }, data: { roles: reason } });
  }
  for (const { name, permissions } of roles) {
    if (present.includes(name) || permissions.every((permission) => uow.actor.permissions.has(permission))) continue;
    throw new AppError('agent.role_exceeds', {
      params: { role: name },
      data: { roles: `${name} allows more than you may do` },
    });
  }
  return roles;
}

/**
 * Who sets the password or the address of another agent can sign in as them: allowed only for those who may do no more than the
 * actor. Throws agent.may_do_more.
 */
export function demandNoTakeover(actor: Actor, agent: Pick<Agent, 'id' | 'permissions'>, field: string): void {
  if (agent.id === actor.id || agent.permissions.every((permission) => actor.permissions.has(permission))) return;
  throw new AppError('agent.may_do_more', { data: { [field]: 'this agent may do more than you' } });
}

/** Refuses to take the last enabled Admin from the desk, by whatever two act at once. Throws agent.last_admin. */
export async function demandOtherAdmin(uow: UnitOfWork, agent: Pick<Agent, 'id' | 'enabled' | 'roles'>): Promise<void> {
  if (!agent.enabled || !agent.roles.includes(adminRoleName)) return;
  await lockAdmins(uow.db);
  if ((await countOtherAdmins(uow.db, agent.id)) === 0) throw new AppError('agent.last_admin');
}
