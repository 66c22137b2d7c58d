import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BusinessHoursInput } from './business-hours.ts';
import {
  type DayTimes,
  keepBreaks,
  lastToday,
  openSpans,
  type WeekTimes,
  weekdays,
  weekFaults,
} from './opening-hours.ts';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
// Quarters of an hour: edges meet often.
const time = fc.integer({ min: 0, max: 95 }).map((quarter) => clock(quarter * 15));
const dayTimes: fc.Arbitrary<DayTimes> = fc.record({
  open: time,
  close: time,
  breaks: fc.array(fc.record({ from: time, to: time }), { maxLength: 3 }),
});
const week: fc.Arbitrary<WeekTimes> = fc.dictionary(fc.constantFrom(...weekdays), dayTimes) as fc.Arbitrary<WeekTimes>;

/** The obvious way: walk through two weeks minute by minute with a door that is opened and shut. */
function openMinutes(hours: WeekTimes): Set<number> | null {
  const open = new Set<number>();
  for (const [index, name] of weekdays.entries()) {
    const times = hours[name];
    if (!times) continue;
    const walk: string[] = [];
    for (let minute = 0; minute <= 2880; minute++) walk.push(clock(minute % 1440));
    const start = walk.indexOf(times.open);
    const end = walk.indexOf(times.close, start);
    if (start === end) return null;
    const closedFor = new Set<number>();
    for (const { from, to } of times.breaks ?? []) {
      const begin = walk.indexOf(from, start);
      const over = walk.indexOf(to, start);
      if (begin >= over || begin === start || over >= end) return null;
      for (let minute = begin; minute < over; minute++) {
        if (closedFor.has(minute)) return null;
        closedFor.add(minute);
      }
    }
    const whole: number[] = [];
    for (let minute = start; minute < end; minute++) whole.push(minute);
    const next = hours[weekdays[(index + 1) % 7]!];
    if (next && whole.includes(1440 + walk.indexOf(next.open))) return null;
    for (const minute of whole) if (!closedFor.has(minute)) open.add((index * 1440 + minute) % 10_080);
  }
  return open;
}

it('judges a week, and knows its open minutes, as somebody who walks through it minute by minute', () => {
  let good = 0;
  fc.assert(
    fc.property(week, (hours) => {
      const slow = openMinutes(hours);
      expect(weekFaults(hours).length === 0).toBe(slow !== null);
      expect(BusinessHoursInput.safeParse({ name: 'x', is_always_open: true, hours }).success).toBe(slow !== null);
      if (!slow) return;
      good++;
      const spans = openSpans(hours);
      const minutes = spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
      expect(minutes).toEqual([...slow].sort((one, other) => one - other));
    }),
    { numRuns: 400 },
  );
  expect(good).toBeGreaterThan(0);
});

it.each([
  ['a night shift may end when the next day opens', { Monday: '22:00-06:00', Tuesday: '06:00-14:00' }, []],
  ['not a minute later', { Monday: '22:00-06:01', Tuesday: '06:00-14:00' }, ['Monday overlap']],
  ['Sunday runs into Monday', { Sunday: '20:00-09:00', Monday: '08:00-12:00' }, ['Sunday overlap']],
  ['midnight ends a day', { Friday: '16:00-00:00', Saturday: '00:00-04:00' }, []],
  ['nothing opens and closes at once', { Friday: '09:00-09:00' }, ['Friday empty_day']],
])('%s', (_, days, faults) => {
  const hours = Object.fromEntries(
    Object.entries(days).map(([name, pair]) => [name, { open: pair.slice(0, 5), close: pair.slice(6) }]),
  );
  expect(weekFaults(hours).map(({ day, kind }) => `${day} ${kind}`)).toEqual(faults);
});

it('a break lies inside its day, after midnight too', () => {
  const night = (from: string, to: string) =>
    weekFaults({ Monday: { open: '22:00', close: '06:00', breaks: [{ from, to }] } });
  expect(night('01:00', '01:30')).toEqual([]);
  expect(night('23:45', '00:15')).toEqual([]);
  expect(night('22:00', '22:30')).toMatchObject([{ kind: 'break_outside' }]);
  expect(night('05:30', '06:00')).toMatchObject([{ kind: 'break_outside' }]);
  expect(night('12:00', '13:00')).toMatchObject([{ kind: 'break_outside' }]);
  expect(night('02:00', '01:00')).toMatchObject([{ kind: 'break_order' }]);
});

it('breaks stay where a day is repeated without them', () => {
  const lunch = { open: '09:00', close: '17:00', breaks: [{ from: '12:00', to: '13:00' }] };
  const stored = { Monday: lunch, Tuesday: lunch, Wednesday: lunch };
  const day = { open: '09:00', close: '17:00' };
  expect(
    keepBreaks({ Monday: day, Tuesday: { ...day, close: '18:00' }, Wednesday: { ...day, breaks: [] } }, stored),
  ).toEqual({
    Monday: lunch,
    Tuesday: { open: '09:00', close: '18:00' },
    Wednesday: day,
  });
});

it('a day has passed when it has passed at the last place on earth', () => {
  expect(lastToday(new Date('2026-03-02T11:59:00Z'))).toBe('2026-03-01');
  expect(lastToday(new Date('2026-03-02T12:00:00Z'))).toBe('2026-03-02');
});
