import type { Reader } from '../../db/types.ts';
import { findBusinessHours } from './business-hours.queries.ts';
import { type Calendar, calendarOf } from './calendar.ts';

/** Calendars by what they were made of: one that has worked out its days keeps them until its set or its zone is another. */
const made = new Map<string, Calendar>();
const kept = 200;

/**
 * The calendar of a stored set in a zone; null when there is no such set. The row is read each time, by its key, so that a change
 * counts at once in every process.
 */
export async function loadCalendar(db: Reader, businessHoursId: number, zone: string): Promise<Calendar | null> {
  const row = await findBusinessHours(db, businessHoursId);
  if (!row) return null;
  const { is_always_open, hours, holidays } = row;
  const key = JSON.stringify([zone, is_always_open, hours, holidays]);
  const known = made.get(key);
  if (known) return known;
  const calendar = calendarOf(row, zone);
  if (made.size >= kept) made.clear();
  made.set(key, calendar);
  return calendar;
}
