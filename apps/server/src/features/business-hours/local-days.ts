import { Temporal } from 'temporal-polyfill';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The days of a time zone, numbered from 1970-01-01, and the instants that its wall clock's times stand for. */
export interface LocalDays {
  /** The number of a date `YYYY-MM-DD`; NaN for none. */
  dayOf(date: string): number;
  /** The date of a number. */
  dateOf(day: number): string;
  /** Milliseconds from its midnight to the next: 23, 24 or 25 hours mostly, none for a date that the zone left out. */
  lengthOf(day: number): number;
  /**
   * The first instant, in milliseconds since 1970, at which the wall clock shows so many minutes (0 to 1440) of a day, or later: the
   * change of the clock for a time that is skipped, the first of the two for one that comes twice.
   */
  instantOf(day: number, minutes: number): number;
}

/** Midnights are worked out once and kept; on a day without a change of the clock the rest is addition. */
export function localDays(zone: string): LocalDays {
  const midnights = new Map<number, number>();
  const midnight = (day: number) => {
    const known = midnights.get(day);
    if (known !== undefined) return known;
    if (midnights.size > 5000) midnights.clear();
    const found = firstInstant(day * dayMs, zone);
    midnights.set(day, found);
    return found;
  };
  return {
    dayOf: (date) => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs),
    dateOf: (day) => new Date(day * dayMs).toISOString().slice(0, 10),
    lengthOf: (day) => midnight(day + 1) - midnight(day),
    instantOf: (day, minutes) => {
      if (minutes === 1440) return midnight(day + 1);
      const start = midnight(day);
      const isEven = midnight(day + 1) - start === dayMs;
      return isEven ? start + minutes * minuteMs : firstInstant(day * dayMs + minutes * minuteMs, zone);
    },
  };
}

/** `local` is a wall clock's reading, written as if it were UTC. */
function firstInstant(local: number, zone: string): number {
  const plain = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime();
  const zoned = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (zoned.toPlainDateTime().equals(plain)) return zoned.epochMilliseconds;
  return zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? zoned.epochMilliseconds;
}
