import { expect, test } from 'vitest';
import { matchesPattern, patternProblem } from './pattern.ts';

test.each([
  ['^[A-Z]{3}-\\d+$', 'ABC-17', true],
  ['^[A-Z]{3}-\\d+$', 'abc-17', false],
  ['\\d{4}', 'order 4711 of today', true],
  ['(?i)^vip', 'ViP customer', true],
  ['(?<=#)\\d+', 'order #4', true],
  ['(?<!#)\\b\\d+', 'order #4', false],
  ['^\\u0041[^]$', 'A\n', true],
  ['^\\p{Lu}\\p{Ll}+$', 'Ärger', true],
  ['(?<year>\\d{4})-(?<month>\\d\\d)', '2025-07', true],
  ['\\\\1', 'a \\1', true],
  ['[\\d(?=]', '(', true],
  ['', '', true],
])('%s and %s: %s', (pattern, text, expected) => {
  expect(patternProblem(pattern)).toBeNull();
  expect(matchesPattern(pattern, text)).toBe(expected);
  expect(new RegExp(pattern.replace('(?i)', ''), pattern.startsWith('(?i)') ? 'iu' : 'u').test(text)).toBe(expected);
});

test.each([
  ['(', 'it is not a regular expression: missing closing ): (', 'form.error.pattern.syntax'],
  ['[a', 'it is not a regular expression: missing closing ]: [a', 'form.error.pattern.syntax'],
  ['a**', 'it is not a regular expression: invalid nested repetition operator: **', 'form.error.pattern.syntax'],
  ['a{2000}', 'it is not a regular expression: invalid repeat count: {2000}', 'form.error.pattern.syntax'],
  ['^(?=.*\\d)', 'it looks ahead with (?=, which is not supported', 'form.error.pattern.lookAhead'],
  ['a(?!b)', 'it looks ahead with (?!, which is not supported', 'form.error.pattern.lookAhead'],
  ['(a)\\1', 'it refers back with \\1, which is not supported', 'form.error.pattern.backReference'],
  ['(?<n>a)\\k<n>', 'it refers back with \\k<n>, which is not supported', 'form.error.pattern.backReference'],
  ['(?:.{1,1000}x)(?:.{1,1000}x)', 'it is too large: repeat less, or fewer things', 'form.error.pattern.tooLarge'],
])('%s is refused: %s', (pattern, reason, key) => {
  expect(patternProblem(pattern)).toMatchObject({ reason, key });
  expect(matchesPattern(pattern, 'anything')).toBe(true);
});

// In a backtracking engine each of them outlasts everybody.
test.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(?:a?){30}a{30}$', '(a*)*b$', '^([a-z]+)*[0-9]$'])(
  '%s decides on 10,000 characters',
  (pattern) => {
    expect(patternProblem(pattern)).toBeNull();
    expect(matchesPattern(pattern, `${'a'.repeat(10_000)}!`)).toBe(false);
  },
);

test('the largest pattern decides on 10,000 characters, and more patterns than are kept', () => {
  expect(matchesPattern('(a|b)*a(a|b){800}[cd]', 'ab'.repeat(5_000))).toBe(false);
  for (let n = 0; n < 500; n++) expect(matchesPattern(`^x{${n}}$`, 'x'.repeat(n))).toBe(true);
});
