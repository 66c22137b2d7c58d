import { readFileSync } from 'node:fs';
import { parseGoDuration, type WeekTimes, weekdays, weekFaults } from '@bellhop/contract';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { calendarOf, type OpeningTimes } from './calendar.ts';

const page = new URL('../../../../../docs/how-to/business-hours-and-sla.md', import.meta.url);
const examples = readFileSync(page, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .slice(2) as [string, string, string, string, string, string][];

/** `Mon-Fri 09:00-17:00 (12:00-13:00), Sat 10:00-14:00` as stored. */
function weekOf(text: string): WeekTimes {
  const week: WeekTimes = {};
  for (const [, first, last, open, close, pauses] of text.matchAll(
    /(\w{3})(?:-(\w{3}))? (\d\d:\d\d)-(\d\d:\d\d)(?: \((.*?)\))?/g,
  )) {
    const index = (short: string) => weekdays.findIndex((name) => name.startsWith(short));
    for (let day = index(first!); day <= index(last ?? first!); day++) {
      const breaks = pauses?.split(', ').map((one) => ({ from: one.slice(0, 5), to: one.slice(6) }));
      week[weekdays[day]!] = { open: open!, close: close!, ...(breaks && { breaks }) };
    }
  }
  return week;
}

/** `Sun 2026-10-25 02:30 +01:00`; the weekday must be the date's. */
function instantOf(text: string, zone: string): Date {
  const [weekday, date, time, offset] = text.split(' ');
  const local = Temporal.PlainDateTime.from(`${date}T${time}`);
  expect(weekdays[local.dayOfWeek - 1]!.slice(0, 3), text).toBe(weekday);
  const zoned = offset
    ? Temporal.ZonedDateTime.from(`${date}T${time}${offset}[${zone}]`, { offset: 'reject' })
    : local.toZonedDateTime(zone, { disambiguation: 'reject' });
  return new Date(zoned.epochMilliseconds);
}

// Behaviour 5.2 and line 35 of section 14: exactly at closing, overnight, a 23-hour day, and more.
test.each(examples)(
  '%s, closed on "%s", in %s: asked %s, promised %s, due %s',
  (open, closed, zone, asked, time, due) => {
    const holidays = closed === '' ? [] : closed.split(', ').map((date) => ({ name: date, date }));
    const times = { is_always_open: open === 'always', hours: weekOf(open), holidays };
    const start = instantOf(asked, zone);
    const ms = parseGoDuration(time)!;
    const calendar = calendarOf(times, zone);
    const end = calendar.addOpenTime(start, ms);
    expect(end).toEqual(due === 'never' ? null : instantOf(due, zone));
    if (end) expect(calendar.openTimeBetween(start, end)).toBe(ms);
  },
);

const office: OpeningTimes = { is_always_open: false, hours: weekOf('Mon-Fri 09:00-17:00'), holidays: [] };
const at = (text: string) => new Date(`${text}Z`);

// Line 35 of section 14.
test('thirty closed days, and more than a year of them, only postpone', () => {
  const first = Temporal.PlainDate.from('2026-06-08');
  const closedFor = (days: number) =>
    Array.from({ length: days }, (_, day) => ({ name: 'Closed', date: first.add({ days: day }).toString() }));
  const due = (days: number) =>
    calendarOf({ ...office, holidays: closedFor(days) }, 'UTC').addOpenTime(at('2026-06-08T09:00'), 3_600_000);
  expect(due(30)).toEqual(at('2026-07-08T10:00'));
  expect(due(1000)).toEqual(at('2029-03-05T10:00'));
});

test('hours that never open have no deadline, no open time and no next opening', () => {
  for (const hours of [{}, { Monday: { open: '09:00', close: '09:00' } }]) {
    const calendar = calendarOf({ is_always_open: false, hours, holidays: [] }, 'Europe/Berlin');
    expect(calendar.addOpenTime(at('2026-06-08T09:00'), 1)).toBeNull();
    expect(calendar.openTimeBetween(at('2026-06-08T09:00'), at('2027-06-08T09:00'))).toBe(0);
    expect(calendar.nextOpening(at('2026-06-08T09:00'))).toBeNull();
    expect(calendar.isOpen(at('2026-06-08T09:00'))).toBe(false);
  }
});

test('the longest promise needs more than ten years where the desk is seldom open', () => {
  expect(calendarOf(office, 'UTC').addOpenTime(at('2026-06-08T09:00'), 87_600 * 3_600_000)).toBeNull();
  expect(calendarOf({ ...office, is_always_open: true }, 'UTC').addOpenTime(at('2026-06-08T09:00'), 1e15)).toBeNull();
});

test('nothing to add ends where it began, closed or not; backwards is negative', () => {
  const calendar = calendarOf(office, 'UTC');
  const sunday = at('2026-06-07T12:00');
  expect(calendar.addOpenTime(sunday, 0)).toEqual(sunday);
  expect(calendar.openTimeBetween(at('2026-06-08T10:00'), sunday)).toBe(-3_600_000);
  expect(calendar.isOpen(at('2026-06-08T16:59:59.999'))).toBe(true);
  expect(calendar.isOpen(at('2026-06-08T17:00'))).toBe(false);
  expect(calendar.nextOpening(sunday)).toEqual(at('2026-06-08T09:00'));
});

test('a zone that is none counts as UTC and is named; none at all is UTC without a word', () => {
  expect(calendarOf(office, 'Mars/Base')).toMatchObject({ zone: 'UTC', unknownZone: 'Mars/Base' });
  expect(calendarOf(office, '')).toMatchObject({ zone: 'UTC', unknownZone: null });
  expect(calendarOf(office, 'Mars/Base').nextOpening(at('2026-06-07T12:00'))).toEqual(at('2026-06-08T09:00'));
});

test('a day that is written badly in an old row is closed, the others are not', () => {
  const hours = { Monday: { open: '9', close: '17:00' }, Tuesday: { open: '09:00', close: '17:00' } };
  const calendar = calendarOf({ is_always_open: false, hours, holidays: [{ name: '', date: 'soon' }] }, 'UTC');
  expect(calendar.nextOpening(at('2026-06-08T00:00'))).toEqual(at('2026-06-09T09:00'));
});

test('a date says what is open of it and by how much it is longer', () => {
  const calendar = calendarOf({ ...office, hours: weekOf('Mon-Sun 22:00-06:00') }, 'Europe/Berlin');
  expect(calendar.spansOfDate('2026-10-25')!.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([7, 2]);
  expect(['2026-03-29', '2026-10-25', '2026-06-08'].map(calendar.clockChangeOn)).toEqual([-60, 60, 0]);
  expect(calendarOf(office, 'Pacific/Apia').clockChangeOn('2011-12-30')).toBe(-1440);
});

// The slow and obvious way: a wall clock whose hand never goes back, looked at every minute.

const minute = 60_000;
function wallClock(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const seen = new Map<number, number>();
  return (instant) => {
    const before = seen.get(instant);
    if (before !== undefined) return before;
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const reading = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute) / minute;
    seen.set(instant, reading);
    return reading;
  };
}
const clocks = new Map<string, (instant: number) => number>();

function isOpenBy(hand: number, { hours, holidays }: OpeningTimes): boolean {
  const midnight = Math.floor(hand / 1440) * 1440;
  const dateOf = (minutes: number) => new Date(minutes * minute).toISOString().slice(0, 10);
  if (holidays.some(({ date }) => date === dateOf(hand))) return false;
  return [midnight - 1440, midnight].some((day) => {
    const times = hours[weekdays[(new Date(day * minute).getUTCDay() + 6) % 7]!];
    if (!times) return false;
    const clock = (text: string) => day + Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
    const opens = clock(times.open);
    const later = (text: string) => (clock(text) < opens ? clock(text) + 1440 : clock(text));
    if (hand < opens || hand >= later(times.close)) return false;
    return !(times.breaks ?? []).some(({ from, to }) => hand >= later(from) && hand < later(to));
  });
}

/** Whether each minute from `start` on is open. */
function slowly(times: OpeningTimes, zone: string, start: number, minutes: number): boolean[] {
  const wall = clocks.get(zone) ?? wallClock(zone);
  clocks.set(zone, wall);
  let hand = Number.NEGATIVE_INFINITY;
  const open: boolean[] = [];
  for (let at = -1440; at < minutes; at++) {
    hand = Math.max(hand, wall(start + at * minute));
    if (at >= 0) open.push(isOpenBy(hand, times));
  }
  return open;
}

const text = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const time = fc.integer({ min: 0, max: 143 }).map((ten) => text(ten * 10));
const dayTimes = fc.record({
  open: time,
  close: time,
  breaks: fc.array(fc.record({ from: time, to: time }), { maxLength: 2 }),
});
const week = fc.tuple(...weekdays.map(() => fc.option(dayTimes, { freq: 4 }))).map((days) => {
  let hours: WeekTimes = Object.fromEntries(weekdays.flatMap((name, at) => (days[at] ? [[name, days[at]]] : [])));
  // What nobody could save is left out.
  for (const fault of weekFaults(hours)) {
    const { [fault.day]: times, ...others } = hours;
    const isDay = fault.kind === 'empty_day' || fault.kind === 'overlap' || !times;
    hours = isDay ? others : { ...hours, [fault.day]: { open: times.open, close: times.close } };
  }
  return hours;
});
// Where the clock changes: by an hour, by half of one, at midnight, just after it, by a day; and where it does not.
const places = fc.constantFrom(
  ...([
    ['Europe/Berlin', '2026-03-27'],
    ['Europe/Berlin', '2026-10-23'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-03'],
    ['Australia/Lord_Howe', '2026-10-03'],
    ['America/Sao_Paulo', '2017-10-13'],
    ['America/Sao_Paulo', '2018-02-16'],
    ['America/St_Johns', '2007-11-02'],
    ['Pacific/Apia', '2011-12-28'],
    ['Pacific/Kiritimati', '1994-12-29'],
    ['Africa/Casablanca', '2026-02-13'],
    ['Asia/Kathmandu', '2026-06-05'],
  ] as const),
);
const moments = fc.record({
  place: places,
  hours: week,
  minutes: fc.integer({ min: 0, max: 3 * 1440 }),
  closed: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
});
type Moment = typeof moments extends fc.Arbitrary<infer Value> ? Value : never;
const settle = ({ place: [zone, date], hours, minutes, closed }: Moment) => {
  const begin = Temporal.PlainDate.from(date);
  const holidays = closed.map((days) => ({ name: 'Closed', date: begin.add({ days }).toString() }));
  const times = { is_always_open: false, hours, holidays };
  return { times, zone, start: Date.parse(`${date}T00:00Z`) + minutes * minute };
};

test('it agrees with a slow and obvious implementation', () => {
  const span = 4 * 1440;
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 2000 }), (moment, budget) => {
      const { times, zone, start } = settle(moment);
      const open = slowly(times, zone, start, span);
      const calendar = calendarOf(times, zone);
      const from = new Date(start);
      const total = open.filter(Boolean).length;
      expect(calendar.openTimeBetween(from, new Date(start + span * minute))).toBe(total * minute);
      const next = open.indexOf(true);
      expect(calendar.isOpen(from)).toBe(open[0]);
      if (next >= 0) expect(calendar.nextOpening(from)).toEqual(new Date(start + next * minute));
      if (budget > total) return;
      let left = budget;
      const last = open.findIndex((isOpen) => isOpen && --left === 0);
      expect(calendar.addOpenTime(from, budget * minute)).toEqual(new Date(start + (last + 1) * minute));
    }),
    { numRuns: 150 },
  );
});

test('what is added is found again between, to the millisecond; dates and walks tell of the same time', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 500 * 3_600_000 }), (moment, ms) => {
      const { times, zone, start } = settle(moment);
      const calendar = calendarOf(times, zone);
      const from = new Date(start + 17_003);
      const end = calendar.addOpenTime(from, ms);
      if (!end) {
        expect(calendar.nextOpening(new Date(start + 10 * 86_400_000))).toBeNull();
        return;
      }
      expect(calendar.openTimeBetween(from, end)).toBe(ms);
      expect(calendar.openTimeBetween(end, from)).toBe(-ms);
      expect(calendar.isOpen(new Date(end.getTime() - 1))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
