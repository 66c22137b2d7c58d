import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerpt, markPhrases, type Phrase, phraseOf } from './marks.ts';

const phrases = (...texts: string[]): Phrase[] =>
  texts.flatMap((text) => phraseOf(text.replace(/\*$/, ''), text.endsWith('*')) ?? []);
const shown = (text: string, ...typed: string[]) =>
  markPhrases(text, phrases(...typed)).map(([start, end]) => text.slice(start, end));

describe('marks', () => {
  test.each([
    ['A broken Lamp, lamps!', ['lamp'], ['Lamp']],
    ['A broken Lamp, lamps!', ['lamp*'], ['Lamp', 'lamps']],
    ['A broken Lamp', ['broken lamp'], ['broken Lamp']],
    ['Crème brûlée', ['creme'], ['Crème']],
    ['cre\u0300me fraiche', ['crème'], ['cre\u0300me']],
    ['東京都です', ['京都'], ['京都']],
    ['東京都です', ['東京都'], ['東京都']],
    ['iPhone充電器', ['iphone充電'], ['iPhone充電']],
    ['nothing here', ['lamp'], []],
  ])('%s: %j', (text, typed, expected) => {
    expect(shown(text, ...typed)).toEqual(expected);
  });
});

describe('excerpts', () => {
  test('begin a little before the first hit and say where they were cut', () => {
    const text = `${'so much talk before it '.repeat(400)}the lamp is broken ${'and much after it '.repeat(40)}`;
    const found = excerpt(text, phrases('lamp'), 200);
    expect(found.text).toMatch(/^….*the lamp is broken.*…$/);
    expect(found.text.length).toBeLessThanOrEqual(200);
    expect(found.marks.map(([start, end]) => found.text.slice(start, end))).toEqual(['lamp']);
    expect(found.marks[0]![0]).toBeLessThan(60);
  });

  test('are the beginning when there is no hit, and the whole when that fits', () => {
    expect(excerpt('one\n\n two', [], 200)).toEqual({ text: 'one two', marks: [] });
    expect(excerpt('a'.repeat(300), phrases('lamp'), 200).text).toBe(`${'a'.repeat(199)}…`);
  });

  test('are never too long, and never halve a character', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', ' ', '👍', 'é', '東', 'lamp', '\n'), maxLength: 120 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 5, max: 60 }), (text, most) => {
        const found = excerpt(text, phrases('lamp', '東'), most);
        expect(found.text.length).toBeLessThanOrEqual(most);
        expect(found.text.isWellFormed()).toBe(true);
        let end = -1;
        for (const [from, to] of found.marks) {
          expect(from).toBeGreaterThan(end);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(found.text.length);
          end = to;
        }
      }),
      { numRuns: 1000 },
    );
  });
});
