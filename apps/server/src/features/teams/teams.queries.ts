import type { TeamRow } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';

/** A team as stored; times are Dates. */
export type Team = Omit<TeamRow, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

/** All teams by name: id, name, emoji (wire A 8.2). */
export async function listCompactTeams(db: Reader): Promise<{ id: number; name: string; emoji: string | null }[]> {
  return db.selectFrom('teams').select(['id', 'name', 'emoji']).orderBy('name').execute();
}

/** The teams that an agent is a member of, latest update first (wire A 5.3). */
export async function listTeamsOf(db: Reader, userId: number): Promise<Team[]> {
  const rows = await db
    .selectFrom('teams')
    .innerJoin('team_members as m', 'm.team_id', 'teams.id')
    .where('m.user_id', '=', userId)
    .selectAll('teams')
    .orderBy('teams.updated_at', 'desc')
    .orderBy('teams.id', 'desc')
    .execute();
  return rows as Team[];
}

/** One team; undefined when there is none. */
export async function findTeam(db: Reader, id: number): Promise<Team | undefined> {
  const row = await db.selectFrom('teams').where('id', '=', id).selectAll().executeTakeFirst();
  return row as Team | undefined;
}

/** Ids of the teams that an agent is a member of. */
export async function teamIdsOf(db: Reader, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('team_members').where('user_id', '=', userId).select('team_id').execute();
  return rows.map((row) => row.team_id);
}

/** Whether an agent is a member of a team. */
export async function isMember(db: Reader, teamId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .select('team_id')
    .executeTakeFirst();
  return row !== undefined;
}
