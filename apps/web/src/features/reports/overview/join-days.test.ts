import { expect, test } from 'vitest';
import { joinDays } from './join-days.ts';

test('both series stand over the same days, gaps count nothing', () => {
  const joined = joinDays({
    new_conversations: [
      { date: '2026-10-30', count: 4 },
      { date: '2026-11-01', count: 1 },
    ],
    resolved_conversations: [{ date: '2026-11-02', count: 3 }],
  });
  expect(joined).toEqual([
    { date: '2026-10-30', opened: 4, resolved: 0 },
    { date: '2026-10-31', opened: 0, resolved: 0 },
    { date: '2026-11-01', opened: 1, resolved: 0 },
    { date: '2026-11-02', opened: 0, resolved: 3 },
  ]);
});

test('no days at all, as an empty list or as nothing', () => {
  expect(joinDays({ new_conversations: [], resolved_conversations: null })).toEqual([]);
});
