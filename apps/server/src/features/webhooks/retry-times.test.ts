import { expect, test } from 'vitest';
import { givenUpAfterMs, nextAttempt } from './retry-times.ts';

const first = new Date('2026-11-22T10:00:00Z');

/** The pauses of a delivery that nobody takes, each attempt made as soon as it is due. */
function pausesWith(random: () => number): number[] {
  const pauses: number[] = [];
  for (let now = first, attempts = 1; ; attempts++) {
    const next = nextAttempt(attempts, { now, first }, random);
    if (!next) return pauses;
    pauses.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
}

test.each([0, 0.5, 0.999])('pauses grow, and add up to a day whatever chance says (%d)', (chance) => {
  const pauses = pausesWith(() => chance);
  const growing = pauses.slice(0, -1);
  expect(growing).toEqual([...growing].sort((one, other) => one - other));
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeCloseTo(givenUpAfterMs / 1000);
  expect(pauses.length).toBeGreaterThan(10);
  expect(pauses.length).toBeLessThan(18);
});

test('pauses vary by a fifth', () => {
  const [least, usual, most] = [0, 0.5, 1].map((chance) => pausesWith(() => chance)[0]);
  expect([least, usual, most]).toEqual([8, 10, 12]);
});
