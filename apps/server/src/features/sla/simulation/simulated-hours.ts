import type { Reader } from '../../../db/types.ts';
import { type Calendar, loadCalendar } from '../../business-hours/index.ts';
import { findSlaHours, slaHoursSource } from '../sla-hours.ts';

/** The calendars of a team's promises: as they are counted, and as they would have been; null where no hours are set. */
export interface SimulatedHours {
  before: Calendar | null;
  after: Calendar | null;
}

/** The hours of teams, each looked up once; the set `insteadId` takes their place in what would have been, in the same zone. */
export function simulatedHours(
  db: Reader,
  insteadId: number | null,
): (teamId: number | null) => Promise<SimulatedHours> {
  const known = new Map<number | null, Promise<SimulatedHours>>();
  const find = async (teamId: number | null) => {
    const before = (await findSlaHours(db, teamId))?.calendar ?? null;
    if (insteadId === null) return { before, after: before };
    const { zone } = await slaHoursSource(db, teamId);
    return { before, after: await loadCalendar(db, insteadId, zone) };
  };
  return (teamId) => {
    const hours = known.get(teamId) ?? find(teamId);
    known.set(teamId, hours);
    return hours;
  };
}
