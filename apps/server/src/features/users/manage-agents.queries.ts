import { type AvailabilityStatus, adminRoleName } from '@bellhop/contract';
import { sql } from 'kysely';
import { locks } from '../../db/locks.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import { systemEmail } from './actors.queries.ts';

/** What an administrator writes of an agent. */
export interface AgentValues {
  first_name: string;
  last_name: string;
  email: string;
  enabled: boolean;
}

/** All agents but System and deleted ones with the names of their roles, latest update first (wire A 6.2). */
export async function listAgentRows(db: Reader) {
  const rows = await db
    .selectFrom('users as u')
    .where('u.type', '=', 'agent')
    .where('u.deleted_at', 'is', null)
    .where('u.email', '<>', systemEmail)
    .select([
      'u.id',
      'u.created_at',
      'u.updated_at',
      'u.first_name',
      'u.last_name',
      sql<string>`u.email`.as('email'),
      'u.enabled',
      'u.avatar_url',
      'u.availability_status',
      'u.last_active_at',
      'u.last_login_at',
      sql<string[]>`array(select r.name from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id order by r.name)`.as('roles'),
    ])
    .orderBy('u.updated_at', 'desc')
    .orderBy('u.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, availability_status: row.availability_status as AvailabilityStatus }));
}

/** A new agent, offline and without a role; without a hash nobody can sign in as them until they set a password. */
export async function insertAgent(
  db: Transaction,
  values: AgentValues & { password_hash: string | null; now: Date },
): Promise<number> {
  const { now, ...rest } = values;
  const row = await db
    .insertInto('users')
    .values({ ...rest, type: 'agent', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes an agent as an administrator saved it: the members, and exactly these roles. */
export async function rewriteAgent(
  db: Transaction,
  id: number,
  agent: { values?: AgentValues; role_ids: readonly number[]; now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...agent.values, updated_at: agent.now })
    .where('id', '=', id)
    .execute();
  const role_ids = [...agent.role_ids];
  await sql`delete from user_roles where user_id = ${id} and role_id <> all(${role_ids}::int[])`.execute(db);
  await sql`insert into user_roles (user_id, role_id) select ${id}, unnest(${role_ids}::int[])
    on conflict do nothing`.execute(db);
}

/** Marks an agent as deleted, which frees the address, and takes the roles away; what they wrote keeps their name. */
export async function deleteAgent(db: Transaction, id: number, now: Date): Promise<void> {
  await db.updateTable('users').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute();
  await db.deleteFrom('user_roles').where('user_id', '=', id).execute();
}

/** Makes those who take away an Admin wait for each other, until the end of the transaction. */
export async function lockAdmins(db: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.last_admin})`.execute(db);
}

/** How many enabled agents beside this one hold the role Admin; System cannot sign in and does not count. */
export async function countOtherAdmins(db: Reader, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .where('r.name', '=', adminRoleName)
    .where('u.type', '=', 'agent')
    .where('u.enabled', '=', true)
    .where('u.deleted_at', 'is', null)
    .where('u.email', '<>', systemEmail)
    .where('u.id', '<>', id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a write failed because somebody else of the same kind has the address. */
export function isAddressTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'users_email_key';
}
