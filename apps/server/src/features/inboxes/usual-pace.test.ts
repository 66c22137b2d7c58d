import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ArrivalHour, isUnusuallySilent, usualPace } from './usual-pace.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A Wednesday at noon. */
const now = new Date('2026-03-18T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

/** Hours with mail in the two weeks before `now`; `countAt` says how many. */
function arrivals(countAt: (time: Date) => number): ArrivalHour[] {
  return Array.from({ length: 14 * 24 }, (_, index) => ago((14 * 24 - index) * hourMs))
    .map((hour) => ({ hour, count: countAt(hour) }))
    .filter(({ count }) => count > 0);
}
const isOffice = (time: Date) => time.getUTCDay() % 6 !== 0 && time.getUTCHours() >= 8 && time.getUTCHours() < 18;

describe('the usual pace of an inbox', () => {
  test.each([
    ['no mail', []],
    ['few mails', arrivals((time) => (time.getUTCHours() === 9 ? 1 : 0))],
    ['many mails on few days', arrivals((time) => (now.getTime() - time.getTime() < 3 * dayMs ? 5 : 0))],
  ])('%s are no habit', (_name, hours) => {
    expect(usualPace(hours, now)).toBeNull();
  });

  test('a mail every hour, day and night', () => {
    const pace = usualPace(
      arrivals(() => 1),
      now,
    )!;
    expect(pace.usual_gap).toBe(3600);
    expect(isUnusuallySilent(pace, ago(2.5 * hourMs), now)).toBe(false);
    expect(isUnusuallySilent(pace, ago(4 * hourMs), now)).toBe(true);
  });

  test('six mails an hour in office hours: a night, a weekend and a short pause are usual, an empty morning is not', () => {
    const pace = usualPace(
      arrivals((time) => (isOffice(time) ? 6 : 0)),
      now,
    )!;
    expect(pace.usual_gap).toBe(600);
    const silent = (last: string, at: string) => isUnusuallySilent(pace, new Date(last), new Date(at));
    expect(silent('2026-03-17T17:50:00Z', '2026-03-18T08:10:00Z')).toBe(false);
    expect(silent('2026-03-13T17:50:00Z', '2026-03-16T08:10:00Z')).toBe(false);
    expect(silent('2026-03-18T10:30:00Z', '2026-03-18T12:00:00Z')).toBe(false);
    expect(silent('2026-03-17T17:50:00Z', '2026-03-18T12:00:00Z')).toBe(true);
  });

  test('whatever comes, silence only grows, and right after a mail there is none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 9 }), { minLength: 336, maxLength: 336 }),
        fc.nat({ max: 200 }),
        (counts, quietHours) => {
          let index = 0;
          const pace = usualPace(
            arrivals(() => counts[index++]!),
            now,
          );
          if (!pace) return;
          expect(pace.usual_gap).toBeGreaterThan(0);
          expect(isUnusuallySilent(pace, now, now)).toBe(false);
          const at = (hours: number) => new Date(now.getTime() + hours * hourMs);
          const isSilent = isUnusuallySilent(pace, now, at(quietHours));
          expect(isUnusuallySilent(pace, now, at(quietHours + 1)) || !isSilent).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
