import { expect, test } from 'vitest';
import { snoozeUntil } from './snooze.ts';

const now = new Date('2025-07-01T08:00:00Z');
const until = (text: string) => snoozeUntil(text, now)?.toISOString() ?? null;

test('a duration counts from now', () => {
  expect(until('6h')).toBe('2025-07-01T14:00:00.000Z');
  expect(until('45m')).toBe('2025-07-01T08:45:00.000Z');
  expect(until('1h30m')).toBe('2025-07-01T09:30:00.000Z');
});

test('a time with a zone is taken as it is', () => {
  expect(until('2025-07-02T10:00:00+02:00')).toBe('2025-07-02T08:00:00.000Z');
  expect(until('2025-07-02T10:00:00.5Z')).toBe('2025-07-02T10:00:00.500Z');
});

test.each([
  '',
  '   ',
  '0',
  '0s',
  '-1h',
  '2d',
  'tomorrow',
  '2025-06-30T10:00:00Z',
  '2025-07-02',
  '9000h',
  '2027-01-01T00:00:00Z',
])('refuses %j', (text) => {
  expect(until(text)).toBeNull();
});
