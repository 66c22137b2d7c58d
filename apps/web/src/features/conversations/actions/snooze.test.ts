import { parseGoDuration } from '@bellhop/contract/go-duration';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateField, durationUntil, futureMoment, snoozeDuration, snoozePresets } from './snooze.ts';

describe('durations', () => {
  test('the presets are those of the specification', () => {
    expect(snoozePresets.map(snoozeDuration)).toEqual(['1h', '3h', '6h', '12h', '24h', '48h']);
  });

  test('minutes stay minutes below an hour', () => {
    expect([1, 59, 60, 61, 119, 120].map(snoozeDuration)).toEqual(['1m', '59m', '1h', '1h', '1h', '2h']);
  });

  test('the server reads what is written, and never as longer than meant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), (minutes) => {
        const read = parseGoDuration(snoozeDuration(minutes))! / 60_000;
        expect(read).toBeGreaterThan(0);
        expect(read).toBeLessThanOrEqual(minutes);
        expect(minutes - read).toBeLessThan(60);
      }),
    );
  });
});

describe('a picked moment', () => {
  const now = new Date(2026, 2, 4, 9, 30);

  test.each([
    [new Date(2026, 2, 4, 9, 30, 20), '1m'],
    [new Date(2026, 2, 4, 10, 15), '45m'],
    [new Date(2026, 2, 4, 12, 0), '2h'],
    [new Date(2026, 2, 5, 12, 0), '26h'],
  ])('%s is sent as %s', (moment, duration) => {
    expect(durationUntil(moment, now)).toBe(duration);
  });

  test('must lie in the future', () => {
    expect(futureMoment('2026-03-04', '12:00', now)).toEqual(new Date(2026, 2, 4, 12, 0));
    expect(futureMoment('2026-03-04', '09:30', now)).toBeUndefined();
    expect(futureMoment('2026-03-03', '23:59', now)).toBeUndefined();
  });

  test.each([
    ['', '12:00'],
    ['2026-03-05', ''],
    ['2026-02-31x', '12:00'],
    ['next week', '12:00'],
  ])('%j at %j is none', (date, time) => {
    expect(futureMoment(date, time, now)).toBeUndefined();
  });

  test('a day reads back as the same day', () => {
    const day = fc.date({ min: new Date(2000, 0, 1), max: new Date(2200, 0, 1), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const back = new Date(`${dateField(date)}T00:00`);
        expect([back.getFullYear(), back.getMonth(), back.getDate()]).toEqual([
          date.getFullYear(),
          date.getMonth(),
          date.getDate(),
        ]);
      }),
    );
  });
});
