import { expect, test } from 'vitest';
import { changedParams, intervalFor, queryOf, rangeLength, readScope, sharedSearch } from './report-params.ts';

const read = (search: string) => readScope(new URLSearchParams(search));

test('an address says range, hours and filters; without any, the last 30 days', () => {
  expect(queryOf(read(''))).toEqual({ days: 30 });
  expect(queryOf(read('days=90&business_hours=true&team_id=4'))).toEqual({
    days: 90,
    business_hours: true,
    team_id: 4,
  });
  expect(queryOf(read('from=2026-01-01&to=2026-03-31&days=7'))).toEqual({ from: '2026-01-01', to: '2026-03-31' });
});

test('what makes no sense counts for nothing', () => {
  for (const odd of ['days=0', 'days=-3', 'days=4000', 'days=x', 'from=2026-02-01', 'from=2026-02-02&to=2026-02-01']) {
    expect(queryOf(read(odd))).toEqual({ days: 30 });
  }
  expect(queryOf(read('team_id=abc&agent_id=0&tag_id=99999999999'))).toEqual({ days: 30 });
});

test('another report takes along what all share, and nothing else', () => {
  expect(sharedSearch('?days=7&metric=new&page=3&tag_id=2')).toBe('?days=7&tag_id=2');
  expect(sharedSearch('?metric=new')).toBe('');
});

test('a change begins at the first page', () => {
  const changed = changedParams(new URLSearchParams('days=7&page=3&team_id=1'), { days: 90, team_id: undefined });
  expect(String(changed)).toBe('days=90');
});

test('long ranges are drawn by weeks and months', () => {
  expect(rangeLength('2026-02-28', '2026-03-01')).toBe(2);
  expect([30, 92, 93, 365, 3660].map(intervalFor)).toEqual(['day', 'day', 'week', 'week', 'month']);
});
