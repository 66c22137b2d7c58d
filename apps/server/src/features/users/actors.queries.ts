import { allPermissions, type Permission } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';

/** Address of the built-in agent that acts by itself; it cannot sign in (settled question 6). */
export const systemEmail = 'System';

/** A role as an agent holds it. */
export interface Grant {
  name: string;
  permissions: string[];
  requires_second_factor: boolean;
}

/** What `selectActors` answers for one agent; disabled and deleted ones too. */
export interface ActorRow {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  enabled: boolean;
  deleted_at: Date | null;
  created_at: Date;
  has_second_factor: boolean;
  grants: Grant[];
  team_ids: number[];
}

/** The roles of the agent `u`. One subquery for names and permissions: it is planned anew for every request. */
export const grantsOfAgent = sql<Grant[]>`coalesce((
  select json_agg(json_build_object('name', r.name, 'permissions', r.permissions,
    'requires_second_factor', r.requires_second_factor) order by r.name)
  from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]')`;

/** Agents with their roles and teams, as a query to be narrowed or joined. */
export function selectActors(db: Reader) {
  return db
    .selectFrom('users as u')
    .where('u.type', '=', 'agent')
    .select([
      'u.id',
      sql<string>`coalesce(u.email, '')`.as('email'),
      'u.first_name',
      'u.last_name',
      'u.enabled',
      'u.deleted_at',
      'u.created_at',
      'u.has_second_factor',
      grantsOfAgent.as('grants'),
      sql<number[]>`array(select m.team_id from team_members m where m.user_id = u.id order by m.team_id)`.as(
        'team_ids',
      ),
    ]);
}

/** Names and the sorted union of the permissions of some roles. */
export function unionOf(grants: readonly Grant[]): { roles: string[]; permissions: string[] } {
  return {
    roles: grants.map((grant) => grant.name),
    permissions: [...new Set(grants.flatMap((grant) => grant.permissions))].sort(),
  };
}

/** The actor of a row. */
export function actorOf(row: ActorRow): Actor {
  const { roles, permissions } = unionOf(row.grants);
  return {
    kind: row.email === systemEmail ? 'system' : 'agent',
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    permissions: new Set(permissions),
    roles,
    team_ids: row.team_ids,
    created_at: row.created_at,
  };
}

/** Whether an agent holds a role that requires a second factor, and has none. */
export function lacksSecondFactor(row: Pick<ActorRow, 'grants' | 'has_second_factor'>): boolean {
  return !row.has_second_factor && row.grants.some((grant) => grant.requires_second_factor);
}

/** The same for an agent by its id. */
export async function agentLacksSecondFactor(db: Reader, id: number): Promise<boolean> {
  const row = await selectActors(db).where('u.id', '=', id).executeTakeFirst();
  return row !== undefined && lacksSecondFactor(row);
}

/** An enabled agent as actor. Throws `agent.not_found` for anybody else. */
export async function loadActor(db: Reader, id: number): Promise<Actor> {
  const actor = await findEnabledActor(db, id);
  if (!actor) throw new AppError('agent.not_found');
  return actor;
}

/** An enabled agent as actor; undefined for anybody else. */
export async function findEnabledActor(db: Reader, id: number): Promise<Actor | undefined> {
  const row = await selectActors(db)
    .where('u.id', '=', id)
    .where('u.enabled', '=', true)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && actorOf(row);
}

/** The built-in agent System, who may do everything. Throws when the database was never seeded. */
export async function systemActor(db: Reader): Promise<Actor> {
  const row = await selectActors(db).where('u.email', '=', systemEmail).executeTakeFirst();
  if (!row) throw new Error('the agent System is missing: the database was not seeded');
  return { ...actorOf(row), permissions: new Set(allPermissions) };
}

/** Numbers of the enabled agents who have a permission, in their order; System is none of them. */
export async function findAgentsWith(db: Reader, permission: Permission): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where u.type = 'agent' and u.enabled and u.deleted_at is null and u.email <> ${systemEmail}
      and exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id and ${permission} = any(r.permissions))
    order by u.id`.execute(db);
  return rows.map((row) => row.id);
}
