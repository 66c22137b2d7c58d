import type { CompactTeam, TeamRow } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { listCompactTeams, listTeamsOf } from './teams.queries.ts';

/** All teams by name in the short form of wire A 8.2. */
export async function compactTeams(db: Reader): Promise<CompactTeam[]> {
  return listCompactTeams(db);
}

/** An agent's teams as the wire shows them (wire A 8.1), latest update first. */
export async function teamsOf(db: Reader, userId: number): Promise<TeamRow[]> {
  return (await listTeamsOf(db, userId)).map(wireTimes);
}
