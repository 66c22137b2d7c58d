import type { Reader } from '../../../db/types.ts';
import { type Calendar, loadCalendar } from '../../business-hours/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { loadTeams } from './simulation.queries.ts';

/** The calendars of a team's promises: as they are counted, and as they would have been; null where no hours are set. */
export interface SimulatedHours {
  before: Calendar | null;
  after: Calendar | null;
}

/**
 * The hours of teams, each looked up once. What a team has not set is the desk's, hours and zone each by itself (behaviour 5.2); `insteadId` is
 * the set of hours that takes their place in what would have been.
 */
export async function simulatedHours(
  db: Reader,
  insteadId: number | null,
): Promise<(teamId: number | null) => Promise<SimulatedHours>> {
  const settings = await loadSettings(db);
  const teams = new Map((await loadTeams(db)).map((team) => [team.id, team]));
  const known = new Map<number | null, Promise<SimulatedHours>>();
  const find = async (teamId: number | null) => {
    const team = teamId === null ? undefined : teams.get(teamId);
    const zone = team?.timezone || settings['app.timezone'] || 'UTC';
    const id = team?.business_hours_id ?? Number(settings['app.business_hours_id'] || 0);
    const before = id > 0 ? await loadCalendar(db, id, zone) : null;
    return { before, after: insteadId === null ? before : await loadCalendar(db, insteadId, zone) };
  };
  return (teamId) => {
    const hours = known.get(teamId) ?? find(teamId);
    known.set(teamId, hours);
    return hours;
  };
}
