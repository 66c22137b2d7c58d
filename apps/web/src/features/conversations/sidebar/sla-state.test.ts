import { expect, test } from 'vitest';
import { slaLength, slaState } from './sla-state.ts';

const now = Date.parse('2026-03-04T12:00:00Z');
const minute = 60_000;

test.each([
  [null, null, undefined],
  ['2026-03-04T12:24:00Z', null, { name: 'remaining', ms: 24 * minute }],
  ['2026-03-04T11:00:00Z', null, { name: 'overdue', ms: 60 * minute }],
  ['2026-03-04T12:24:00Z', '2026-03-04T11:00:00Z', { name: 'hit' }],
  ['2026-03-04T11:00:00Z', '2026-03-04T11:00:00Z', { name: 'hit' }],
  ['2026-03-04T11:00:00Z', '2026-03-04T11:05:00Z', { name: 'overdue', ms: 5 * minute }],
])('due %s, met %s', (due, met, state) => {
  expect(slaState(due, met, now)).toEqual(state);
});

test.each([
  [0, { n: 0, unit: 'minutes' }],
  [59 * minute, { n: 59, unit: 'minutes' }],
  [60 * minute, { n: 1, unit: 'hours' }],
  [2879 * minute, { n: 47, unit: 'hours' }],
  [2880 * minute, { n: 2, unit: 'days' }],
])('%i ms', (ms, length) => {
  expect(slaLength(ms)).toEqual(length);
});
