import { routeTimeBounds } from '@bellhop/contract';
import { expect, test } from 'vitest';
import { percentile, slowRoutes } from './slow-routes.ts';

/** Counts by bound of requests that took so many seconds. */
const counted = (seconds: number[]) => routeTimeBounds.map((bound) => seconds.filter((one) => one <= bound).length);
const times = (route: string, seconds: number[]) => ({
  method: 'GET',
  route,
  count: seconds.length,
  sum: seconds.reduce((sum, one) => sum + one, 0),
  within: counted(seconds),
});

test('the same route of several processes counts as one, the slowest comes first', () => {
  const rows = [
    times('/fast', [0.001, 0.001]),
    times('/slow', [0.3]),
    times('/slow', [0.9, 0.9]),
    times('/unused', []),
  ];
  expect(slowRoutes(rows, 10).map(({ route, count, mean_ms }) => [route, count, mean_ms])).toEqual([
    ['/slow', 3, 700],
    ['/fast', 2, 1],
  ]);
  expect(slowRoutes(rows, 1)).toHaveLength(1);
});

test.each([
  ['all at once', [0.001, 0.001], 0, 0.002],
  ['one slow among many', [...Array<number>(99).fill(0.03), 4], 0.025, 0.05],
  ['beyond the last bound', [60], 10, 10],
])('95 of 100, %s', (_name, seconds, least, most) => {
  const found = percentile(counted(seconds), seconds.length, 0.95);
  expect(found).toBeGreaterThanOrEqual(least);
  expect(found).toBeLessThanOrEqual(most);
});
