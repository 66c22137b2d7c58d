import { expect, test } from 'vitest';
import { matchesWithin } from './bounded-pattern.ts';

test.each([
  ['^[A-Z]{3}-\\d+$', 'ABC-17', true],
  ['^[A-Z]{3}-\\d+$', 'abc-17', false],
  ['(?<=#)\\d+', 'order #4', true],
  ['(', 'anything', true],
])('%s and %s: %s', (pattern, text, expected) => {
  expect(matchesWithin(pattern, text)).toBe(expected);
});

test('a pattern that would take years is given up, and does not match', () => {
  expect(matchesWithin('^(a+)+$', `${'a'.repeat(5_000)}!`)).toBe(false);
  expect(matchesWithin('^(a+)+$', 'aaa')).toBe(true);
});
