import type { Role, Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { findRole, listGivingProviders, listHolderNames, listRoleRows } from './roles.queries.ts';

/** All roles by name. */
export async function listRoles(db: Reader): Promise<Role[]> {
  return (await listRoleRows(db)).map(wireTimes);
}

/** One role. Throws role.not_found. */
export async function getRole(db: Reader, id: number): Promise<Role> {
  const role = await findRole(db, id);
  if (!role) throw new AppError('role.not_found');
  return wireTimes(role);
}

/** The sign-on providers that give a role, and the agents who hold it. Throws role.not_found. */
export async function roleUsage(db: Reader, id: number): Promise<Usage> {
  const { members } = await getRole(db, id);
  const [providers, holders] = await Promise.all([listGivingProviders(db, id), listHolderNames(db, id, 50)]);
  const used_by: Usage['used_by'] = [
    ...providers.map((provider) => ({ entity: 'oidc' as const, ...provider })),
    ...holders.map((agent) => ({ entity: 'agent' as const, ...agent })),
  ];
  return { used_by: used_by.slice(0, 50), total: members + providers.length, conversations: 0 };
}
