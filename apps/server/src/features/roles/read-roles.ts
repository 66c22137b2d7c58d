import type { Role, Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { findRole, listHolderNames, listRoleRows } from './roles.queries.ts';

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

/** The agents who hold a role. Throws role.not_found. */
export async function roleUsage(db: Reader, id: number): Promise<Usage> {
  const { members } = await getRole(db, id);
  const holders = await listHolderNames(db, id, 50);
  return { used_by: holders.map((agent) => ({ entity: 'agent', ...agent })), total: members, conversations: 0 };
}
