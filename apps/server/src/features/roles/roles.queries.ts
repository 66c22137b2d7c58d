import type { Permission } from '@bellhop/contract';
import { type Selectable, sql } from 'kysely';
import { locks } from '../../db/locks.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type RoleRow = Selectable<DB['roles']>;

/** What of a role is written. */
export interface RoleValues {
  name: string;
  description: string;
  permissions: readonly Permission[];
  requires_second_factor: boolean;
}

/** Roles with the number of agents who hold each, as a query to be narrowed. */
function counted(db: Reader) {
  return db
    .selectFrom('roles')
    .selectAll('roles')
    .select(
      sql<number>`(
    select count(*)::int from user_roles ur join users u on u.id = ur.user_id
    where ur.role_id = roles.id and u.deleted_at is null and u.email <> 'System')`.as('members'),
    );
}

/** All roles by name, without regard to case. */
export async function listRoleRows(db: Reader) {
  return counted(db).orderBy(sql`lower(roles.name)`).orderBy('roles.id').execute();
}

export async function findRole(db: Reader, id: number) {
  return counted(db).where('roles.id', '=', id).executeTakeFirst();
}

/** Locks a role until the end of the transaction; undefined when there is none. */
export async function lockRole(db: Transaction, id: number): Promise<RoleRow | undefined> {
  return db.selectFrom('roles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The roles of these names in their stored order, locked against deletion until the end of the transaction. */
export async function holdRolesByName(db: Transaction, names: readonly string[]): Promise<RoleRow[]> {
  return db
    .selectFrom('roles')
    .selectAll()
    .where('name', 'in', [...names, ''])
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Makes those who give names to roles wait for each other, until the end of the transaction. */
export async function lockRoleNames(db: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.role_names})`.execute(db);
}

/** Whether another role has the name, without regard to case. */
export async function isRoleNameTaken(db: Transaction, name: string, id: number | null): Promise<boolean> {
  const row = await db
    .selectFrom('roles')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where(sql<boolean>`id is distinct from ${id}::int`)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRole(db: Transaction, values: RoleValues & { now: Date }): Promise<number> {
  const { now, ...rest } = values;
  const row = await db
    .insertInto('roles')
    .values({ ...rest, permissions: [...rest.permissions], created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function patchRole(db: Transaction, id: number, values: RoleValues & { now: Date }): Promise<void> {
  const { now, ...rest } = values;
  await db
    .updateTable('roles')
    .set({ ...rest, permissions: [...rest.permissions], updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Deletes a role; its agents lose it with it. */
export async function deleteRole(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('roles').where('id', '=', id).execute();
}

/** Ids of the agents who hold a role, disabled ones included. */
export async function listHolders(db: Reader, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_roles')
    .select('user_id')
    .where('role_id', '=', id)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Sign-on providers that give a role to the agents they create. */
export async function listGivingProviders(db: Reader, id: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('oidc_provider_roles as pr')
    .innerJoin('oidc_providers as p', 'p.id', 'pr.provider_id')
    .where('pr.role_id', '=', id)
    .select(['p.id', 'p.name'])
    .orderBy('p.name')
    .orderBy('p.id')
    .execute();
}

/** Names of the first agents who hold a role, by name; System and deleted ones apart. */
export async function listHolderNames(db: Reader, id: number, limit: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('user_roles as ur')
    .innerJoin('users as u', 'u.id', 'ur.user_id')
    .where('ur.role_id', '=', id)
    .where('u.deleted_at', 'is', null)
    .where('u.email', '<>', 'System')
    .select(['u.id', sql<string>`btrim(u.first_name || ' ' || u.last_name)`.as('name')])
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .limit(limit)
    .execute();
}
