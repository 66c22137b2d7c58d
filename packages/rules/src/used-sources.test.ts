import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeUsedSources } from './used-sources.ts';

function read(pieces: readonly string[]) {
  const filter = takeUsedSources();
  const text = pieces.map((piece) => filter.push(piece)).join('') + filter.end();
  return { text, used: filter.used() };
}

test.each([
  ['Hello\n\n[[used: m1, k2]]', 'Hello', ['m1', 'k2']],
  ['Hello [[USED: M1; m1 and k12]]\n', 'Hello', ['m1', 'k12']],
  ['Hello [[used: none]]', 'Hello', []],
  ['Hello [[ used: m1]] and more', 'Hello and more', ['m1']],
  ['Hello [[used: m1', 'Hello', null],
  ['Hello [[', 'Hello [[', null],
  ['an [array][[0]] of [[things]] ', 'an [array][[0]] of [[things]]', null],
])('%j', (answer, text, used) => {
  expect(read([answer])).toEqual({ text, used });
  expect(read([...answer])).toEqual({ text, used });
});

test('a list that never ends is text', () => {
  const answer = `Hello [[used ${'x'.repeat(600)} bye`;
  expect(read([answer])).toEqual({ text: answer, used: null });
  expect(read([...answer])).toEqual({ text: answer, used: null });
});

test('however it is cut, the same comes of it', () => {
  const bits = fc.constantFrom(
    '[',
    '[[',
    ']',
    ']]',
    'used',
    ' ',
    '\n',
    'm1',
    'k2, ',
    ':',
    'Hello',
    '[[used: m3]]',
    'u',
    'us',
  );
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 25 }), (parts) => {
      const whole = read([parts.join('')]);
      expect(read(parts)).toEqual(whole);
      expect(read([...parts.join('')])).toEqual(whole);
    }),
    { numRuns: 1000 },
  );
});
