import {
  type BusinessHours,
  breakSpansOf,
  type DayTimes,
  isTimeOfDay,
  isTimeZone,
  spanOf,
  type WeekTimes,
  weekdays,
} from '@bellhop/contract';
import { type LocalDays, localDays } from './local-days.ts';

/** Open time from one instant up to, and without, another, in milliseconds since 1970. */
export interface OpenSpan {
  from: number;
  to: number;
}

/** What of a set of business hours decides when it is open. */
export type OpeningTimes = Pick<BusinessHours, 'is_always_open' | 'hours' | 'holidays'>;

/** A week, holidays and a time zone as one clock that stands still while it is closed (behaviour 5.2). */
export interface Calendar {
  /** The zone that it counts in. */
  readonly zone: string;
  /** The name that is no time zone and that UTC stands in for; null when all is well. */
  readonly unknownZone: string | null;
  /**
   * The instant at which `ms` of open time have passed since `start`: exactly at closing when they end there, `start` itself for
   * nothing. Null when ten years do not suffice, as with hours that never open.
   */
  addOpenTime(start: Date, ms: number): Date | null;
  /** Milliseconds of open time from one instant to another; negative when `to` is before `from`, up to ten years are looked at. */
  openTimeBetween(from: Date, to: Date): number;
  isOpen(at: Date): boolean;
  /** `at` itself while it is open, else when it opens next; null when it does not within ten years. */
  nextOpening(at: Date): Date | null;
  /** What is open of a local date (`YYYY-MM-DD`), in order; null stands for always. */
  spansOfDate(date: string): readonly OpenSpan[] | null;
  /** By how many minutes a local date is longer (or, negative, shorter) than a day, because the clock changes on it. */
  clockChangeOn(date: string): number;
}

const dayMs = 86_400_000;
/** How far a calendar looks ahead (behaviour 5.2, bounded by a date and not by steps). */
const horizonDays = 3653;

/**
 * The calendar of a week in a time zone. An opening or closing falls on the first instant at which the wall clock shows its time or
 * a later one, so that a skipped hour moves it to the change and a repeated one counts once where the time lies in it. A night shift
 * is its opening day's, and what it has after midnight is the next date's: a holiday closes its own date from midnight to midnight,
 * hence ends the shift of the evening before at midnight. Days that are written badly in an old row are closed, an unknown zone is
 * UTC (`unknownZone` names it); without a zone it is UTC too.
 */
export function calendarOf({ is_always_open, hours, holidays }: OpeningTimes, zone: string): Calendar {
  const isKnown = zone === '' || isTimeZone(zone);
  const zoneName = zone === '' || !isKnown ? 'UTC' : zone;
  const days = localDays(zoneName);
  const facts = {
    zone: zoneName,
    unknownZone: isKnown ? null : zone,
    clockChangeOn: (date: string) => (days.lengthOf(days.dayOf(date)) - dayMs) / 60_000,
  };
  return { ...facts, ...(is_always_open ? alwaysOpen : clockOf(hours, holidays, days)) };
}

type Clock = Omit<Calendar, 'zone' | 'unknownZone' | 'clockChangeOn'>;

const alwaysOpen: Clock = {
  addOpenTime: (start, ms) => (ms > horizonDays * dayMs ? null : new Date(start.getTime() + Math.max(ms, 0))),
  openTimeBetween: (from, to) => to.getTime() - from.getTime(),
  isOpen: () => true,
  nextOpening: (at) => at,
  spansOfDate: () => null,
};

function clockOf(hours: WeekTimes, holidays: OpeningTimes['holidays'], days: LocalDays): Clock {
  const spansOf = spansByDay(hours, holidays, days);

  /** The open spans after an instant, in order, the first one cut there. */
  function* spansAfter(start: number): Generator<OpenSpan> {
    let cursor = start;
    // No zone is further than a day from UTC.
    const today = Math.floor(start / dayMs);
    for (let day = today - 1; day <= today + horizonDays; day++) {
      for (const { from, to } of spansOf(day)) {
        if (to <= cursor) continue;
        yield { from: Math.max(from, cursor), to };
        cursor = to;
      }
    }
  }
  const openTime = (start: number, end: number) => {
    let total = 0;
    for (const { from, to } of spansAfter(start)) {
      if (from >= end) break;
      total += Math.min(to, end) - from;
    }
    return total;
  };
  const opening = (at: number) => spansAfter(at).next().value?.from;

  return {
    addOpenTime: (start, ms) => {
      if (ms <= 0) return start;
      let left = ms;
      for (const { from, to } of spansAfter(start.getTime())) {
        if (to - from >= left) return new Date(from + left);
        left -= to - from;
      }
      return null;
    },
    openTimeBetween: (from, to) =>
      to < from ? -openTime(to.getTime(), from.getTime()) : openTime(from.getTime(), to.getTime()),
    isOpen: (at) => opening(at.getTime()) === at.getTime(),
    nextOpening: (at) => {
      const found = opening(at.getTime());
      return found === undefined ? null : new Date(found);
    },
    spansOfDate: (date) => spansOf(days.dayOf(date)),
  };
}

/** How many dates a calendar remembers: its ten years. */
const keptDays = 4000;
const nothing: readonly OpenSpan[] = [];

/**
 * What is open of each local date, numbered from 1970-01-01; worked out once per date. A date has the end of the night shift of the
 * day before and its own shift up to midnight.
 */
function spansByDay(
  hours: WeekTimes,
  holidays: OpeningTimes['holidays'],
  days: LocalDays,
): (day: number) => readonly OpenSpan[] {
  // 1970-01-01 was a Thursday, number 3 of the week.
  const week = weekdays.map((name) => minutesOpen(hours[name]));
  const isClosedForGood = week.every((spans) => spans.length === 0);
  const closed = new Set(holidays.map(({ date }) => days.dayOf(date)));
  const known = new Map<number, readonly OpenSpan[]>();

  const shiftOf = (day: number) => week[(((day + 3) % 7) + 7) % 7]!;
  const computed = (day: number): readonly OpenSpan[] => {
    const night = shiftOf(day - 1).map(({ from, to }) => ({
      from: Math.max(from - dayMinutes, 0),
      to: to - dayMinutes,
    }));
    const own = shiftOf(day).map(({ from, to }) => ({ from, to: Math.min(to, dayMinutes) }));
    return [...night, ...own]
      .filter(({ from, to }) => to > from)
      .map(({ from, to }) => ({ from: days.instantOf(day, from), to: days.instantOf(day, to) }))
      .filter(({ from, to }) => to > from);
  };
  return (day) => {
    if (isClosedForGood || closed.has(day)) return nothing;
    const had = known.get(day);
    if (had) return had;
    if (known.size >= keptDays) known.clear();
    const spans = computed(day);
    known.set(day, spans);
    return spans;
  };
}

const dayMinutes = 24 * 60;

/** A weekday's open minutes since its midnight, past 1440 after the next, without its breaks. */
function minutesOpen(times: DayTimes | undefined): OpenSpan[] {
  if (!times || !isTimeOfDay(times.open) || !isTimeOfDay(times.close) || times.open === times.close) return [];
  const { from, to } = spanOf(times);
  const breaks = breakSpansOf({
    ...times,
    breaks: times.breaks?.filter((one) => isTimeOfDay(one.from) && isTimeOfDay(one.to)),
  });
  const starts = [from, ...breaks.map((one) => one.to)];
  const ends = [...breaks.map((one) => one.from), to];
  return starts.map((start, index) => ({ from: start, to: ends[index]! }));
}
