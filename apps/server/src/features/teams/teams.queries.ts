import type { TeamInput, TeamRow } from '@bellhop/contract';
import { sql } from 'kysely';
import { locks } from '../../db/locks.ts';
import type { Reader, Transaction } from '../../db/types.ts';

/** A team as stored; times are Dates. */
export type Team = Omit<TeamRow, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

/** What of a team is written. */
export type TeamValues = Omit<TeamInput, 'based_on'> & Pick<TeamRow, 'assignment_strategy'>;

/** Teams that are not being deleted, as a query to be narrowed. */
function teams(db: Reader) {
  return db.selectFrom('teams').where('teams.deleted_at', 'is', null);
}

const columns = [
  'teams.id',
  'teams.created_at',
  'teams.updated_at',
  'teams.name',
  'teams.emoji',
  'teams.conversation_assignment_type',
  'teams.assignment_strategy',
  'teams.timezone',
  'teams.business_hours_id',
  'teams.sla_policy_id',
  'teams.max_auto_assigned_conversations',
] as const;

/** All teams by name: id, name, emoji (wire A 8.2). */
export async function listCompactTeams(db: Reader): Promise<{ id: number; name: string; emoji: string | null }[]> {
  return teams(db).select(['id', 'name', 'emoji']).orderBy('name').execute();
}

/** All teams with the number of their agents, latest update first (wire A 8.3). */
export async function listTeamRows(db: Reader): Promise<(Team & { members: number })[]> {
  const rows = await teams(db)
    .select(columns)
    .select(
      sql<number>`(select count(*)::int from team_members m join users u on u.id = m.user_id
        where m.team_id = teams.id and u.deleted_at is null)`.as('members'),
    )
    .orderBy('teams.updated_at', 'desc')
    .orderBy('teams.id', 'desc')
    .execute();
  return rows as (Team & { members: number })[];
}

/** The teams that an agent is a member of, latest update first (wire A 5.3). */
export async function listTeamsOf(db: Reader, userId: number): Promise<Team[]> {
  const rows = await teams(db)
    .innerJoin('team_members as m', 'm.team_id', 'teams.id')
    .where('m.user_id', '=', userId)
    .select(columns)
    .orderBy('teams.updated_at', 'desc')
    .orderBy('teams.id', 'desc')
    .execute();
  return rows as Team[];
}

/** One team; undefined when there is none. */
export async function findTeam(db: Reader, id: number): Promise<Team | undefined> {
  const row = await teams(db).where('id', '=', id).select(columns).executeTakeFirst();
  return row as Team | undefined;
}

/** What a team is called, one that is being deleted included; '' when there is none. */
export async function teamName(db: Reader, id: number): Promise<string> {
  const row = await db.selectFrom('teams').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? '';
}

/** Locks a team until the end of the transaction; undefined when there is none. */
export async function lockTeam(db: Transaction, id: number): Promise<Team | undefined> {
  const row = await teams(db).where('id', '=', id).select(columns).forUpdate().executeTakeFirst();
  return row as Team | undefined;
}

/** Makes those who give names to teams wait for each other, until the end of the transaction. */
export async function lockTeamNames(db: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks.team_names})`.execute(db);
}

/** Whether another team has the name, without regard to case. */
export async function isTeamNameTaken(db: Transaction, name: string, id: number | null): Promise<boolean> {
  const row = await teams(db)
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where(sql<boolean>`id is distinct from ${id}::int`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there is such a set of business hours. */
export async function hasBusinessHours(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('business_hours').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Whether there is such an SLA policy. */
export async function hasSlaPolicy(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('sla_policies').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function insertTeam(db: Transaction, values: TeamValues & { now: Date }): Promise<number> {
  const { now, ...rest } = values;
  const row = await db
    .insertInto('teams')
    .values({ ...rest, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function patchTeam(db: Transaction, id: number, values: TeamValues & { now: Date }): Promise<void> {
  const { now, ...rest } = values;
  await db
    .updateTable('teams')
    .set({ ...rest, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** From now on nobody finds the team; its row stays until no conversation refers to it. */
export async function hideTeam(db: Transaction, id: number, now: Date): Promise<void> {
  await db.updateTable('teams').set({ deleted_at: now }).where('id', '=', id).execute();
}

/** Deletes the row of a hidden team that no conversation refers to any more; false while one does. */
export async function deleteHiddenTeam(db: Transaction, id: number): Promise<boolean> {
  const row = await db
    .deleteFrom('teams')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where(sql<boolean>`not exists (select 1 from conversations where assigned_team_id = ${id})`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a team is deleted, and its row waits for its conversations. */
export async function isHidden(db: Reader, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('teams')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
