import { describe, expect, test } from 'vitest';
import { timeSpanOf } from './filter-dates.ts';

function spanOf(text: string, zone: string) {
  const span = timeSpanOf(text, zone);
  return span && [new Date(span.from).toISOString(), new Date(span.to).toISOString()];
}

describe('whole days', () => {
  test.each([
    ['2025-07-01', 'UTC', '2025-07-01T00:00:00.000Z', '2025-07-02T00:00:00.000Z'],
    ['2025-07-01', 'Europe/Berlin', '2025-06-30T22:00:00.000Z', '2025-07-01T22:00:00.000Z'],
    ['2025-07-01', 'America/Los_Angeles', '2025-07-01T07:00:00.000Z', '2025-07-02T07:00:00.000Z'],
    ['2025-07-01', 'Pacific/Kiritimati', '2025-06-30T10:00:00.000Z', '2025-07-01T10:00:00.000Z'],
    // Clocks go forward and back: days of 23 and 25 hours.
    ['2025-03-30', 'Europe/Berlin', '2025-03-29T23:00:00.000Z', '2025-03-30T22:00:00.000Z'],
    ['2025-10-26', 'Europe/Berlin', '2025-10-25T22:00:00.000Z', '2025-10-26T23:00:00.000Z'],
    // A day without midnight begins at one.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
  ])('%s in %s', (day, zone, from, to) => {
    expect(spanOf(day, zone)).toEqual([from, to]);
  });
});

describe('times', () => {
  test.each([
    ['2025-07-01T09:30:00Z', '2025-07-01T09:30:00.000Z'],
    ['2025-07-01T09:30:00.250+02:00', '2025-07-01T07:30:00.250Z'],
    ['2025-07-01 09:30', '2025-07-01T07:30:00.000Z'],
    ['2025-07-01T09:30:15', '2025-07-01T07:30:15.000Z'],
  ])('%s', (text, from) => {
    expect(spanOf(text, 'Europe/Berlin')?.[0]).toBe(from);
  });
});

test.each(['', 'today', '2025-02-30', '2025-13-01', '2025-07-01T25:00', '2025-07-01T09:61:00', '01.07.2025'])(
  'refuses %j',
  (text) => {
    expect(timeSpanOf(text, 'UTC')).toBeNull();
  },
);
