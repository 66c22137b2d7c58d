import { AppError } from '../../core/app-error.ts';
import { refused } from '../../core/refused.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { holdRolesByName, type RoleRow } from './roles.queries.ts';

/**
 * The roles of these names, locked against deletion, to be given away; those in `present` are given already. Nobody gives a role that allows
 * what they may not do themselves (behaviour 10.5). Throws input.invalid for unknown names, agent.role_exceeds; both name `field`.
 */
export async function demandRoles(
  uow: UnitOfWork,
  names: readonly string[],
  { present = [], field = 'roles' }: { present?: readonly string[]; field?: string } = {},
): Promise<RoleRow[]> {
  const roles = await holdRolesByName(uow.db, names);
  const unknown = names.find((name) => !roles.some((role) => role.name === name));
  if (unknown !== undefined) throw refused(field, `there is no role ${unknown}`);
  for (const { name, permissions } of roles) {
    if (present.includes(name) || permissions.every((permission) => uow.actor.permissions.has(permission))) continue;
    throw new AppError('agent.role_exceeds', {
      params: { role: name },
      data: { [field]: `${name} allows more than you may do` },
    });
  }
  return roles;
}
