import type { CompactTeam, TeamListRow, TeamRow, Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { findTeamUsage } from './members.queries.ts';
import { findTeam, listCompactTeams, listTeamRows, listTeamsOf } from './teams.queries.ts';

/** All teams by name in the short form of wire A 8.2. */
export async function compactTeams(db: Reader): Promise<CompactTeam[]> {
  return listCompactTeams(db);
}

/** All teams as their table shows them, latest update first (wire A 8.3). */
export async function listTeams(db: Reader): Promise<TeamListRow[]> {
  return (await listTeamRows(db)).map(wireTimes);
}

/** One team as its form needs it: `emoji` is text (wire A 8.4). Throws team.not_found. */
export async function getTeam(db: Reader, id: number): Promise<TeamRow> {
  const team = await findTeam(db, id);
  if (!team) throw new AppError('team.not_found');
  return { ...wireTimes(team), emoji: team.emoji ?? '' };
}

/** An agent's teams as the wire shows them (wire A 8.1), latest update first. */
export async function teamsOf(db: Reader, userId: number): Promise<TeamRow[]> {
  return (await listTeamsOf(db, userId)).map(wireTimes);
}

/** What uses a team. Throws team.not_found. */
export async function teamUsage(db: Reader, id: number): Promise<Usage> {
  await getTeam(db, id);
  const { agents, users, conversations } = await findTeamUsage(db, id);
  const used = [...users, ...agents.map((agent) => ({ entity: 'agent' as const, ...agent }))];
  return { used_by: used.slice(0, 50), total: used.length, conversations };
}
