import { parseGoDuration } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { type Calendar, loadCalendar } from '../business-hours/index.ts';
import { loadSettings } from '../settings/index.ts';
import { findTeam } from '../teams/index.ts';

/** The hours that deadlines are counted by, and in which zone. */
export interface SlaHours {
  id: number;
  zone: string;
  calendar: Calendar;
}

/**
 * The hours and the zone of a team; what it does not have, the general settings have, each for itself (behaviour 5.2). Null when neither
 * has hours.
 */
export async function findSlaHours(db: Reader, teamId: number | null): Promise<SlaHours | null> {
  const { id, zone } = await slaHoursSource(db, teamId);
  const calendar = id > 0 ? await loadCalendar(db, id, zone) : null;
  return calendar && { id, zone, calendar };
}

/** Which hours (0 for none) and which zone are a team's. */
export async function slaHoursSource(db: Reader, teamId: number | null): Promise<{ id: number; zone: string }> {
  const settings = await loadSettings(db);
  const team = teamId === null ? undefined : await findTeam(db, teamId);
  return {
    id: team?.business_hours_id ?? Number(settings['app.business_hours_id'] || 0),
    zone: team?.timezone || settings['app.timezone'] || 'UTC',
  };
}

/** When a promise of so much open time ends; null without a promise, and when the hours do not suffice within ten years. */
export function deadlineAfter(calendar: Calendar, start: Date, duration: string | null, furtherMs = 0): Date | null {
  const ms = duration === null ? null : parseGoDuration(duration);
  return ms === null ? null : calendar.addOpenTime(start, ms + furtherMs);
}
