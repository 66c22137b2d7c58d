import ICAL from 'ical.js';
import type { ReadHolidays } from './read-holidays.ts';

/** One event may repeat for ever; nobody plans more years ahead. */
const yearsAhead = 3;
const mostDays = 60;

/**
 * Holidays out of a calendar file (RFC 5545): each day of an event that lasts whole days, repeated ones for three years from `today`.
 * Events at a time of the day are no holidays and are told of as not understood.
 */
export function readCalendar(text: string, today: Date): ReadHolidays {
  const found: ReadHolidays['found'] = [];
  const strange: string[] = [];
  for (const component of componentsOf(text)) {
    const name = nameOf(component);
    const dates = name === '' ? [] : datesOf(new ICAL.Event(component), today);
    if (dates.length === 0) strange.push(name || component.toString());
    for (const date of dates) found.push({ name, date });
  }
  return { found, strange, isAmbiguous: false };
}

function nameOf(component: ICAL.Component): string {
  return String(component.getFirstPropertyValue('summary') ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 140);
}

function componentsOf(text: string): ICAL.Component[] {
  try {
    return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  } catch {
    return [];
  }
}

/** Empty for an event at a time of the day, one that is over, and one whose dates cannot be read. */
function datesOf(event: ICAL.Event, today: Date): string[] {
  try {
    if (!event.startDate?.isDate) return [];
    const days = Math.min(Math.max(1, event.endDate.subtractDateTz(event.startDate).toSeconds() / 86_400), 31);
    return startsOf(event, today.getUTCFullYear()).flatMap((start) =>
      Array.from({ length: days }, (_, index) => {
        const day = start.clone();
        day.adjust(index, 0, 0, 0);
        return day.toString().slice(0, 10);
      }),
    );
  } catch {
    return [];
  }
}

function startsOf(event: ICAL.Event, year: number): ICAL.Time[] {
  if (!event.isRecurring()) return [event.startDate];
  const starts: ICAL.Time[] = [];
  const occurrences = event.iterator();
  for (let next = occurrences.next(); next && next.year < year + yearsAhead; next = occurrences.next()) {
    if (next.year >= year) starts.push(next.clone());
    if (starts.length >= mostDays) break;
  }
  return starts;
}
