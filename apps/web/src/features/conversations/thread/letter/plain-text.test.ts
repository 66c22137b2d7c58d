import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitPlainText } from './plain-text.ts';

const shown = (text: string) =>
  splitPlainText(text)
    .filter(({ isFolded }) => !isFolded)
    .map(({ text: own }) => own.trim())
    .join('|');

describe('folding plain text', () => {
  test('a quote at the end goes, with the line that introduces it', () => {
    expect(shown('Thanks!\n\nOn 3 March 2026 at 9:05, Ana <ana@x.example> wrote:\n> Here it is\n>\n> Ana\n')).toBe(
      'Thanks!',
    );
  });

  test.each([
    'Am Mi., 4. März 2026 um 09:05 Uhr schrieb Ana Reed <ana@x.example>:',
    'Le mer. 4 mars 2026 à 09:05, Ana Reed <ana@x.example> a\nécrit :',
    '2026年3月4日(水) 9:05 Ana Reed <ana@x.example>:',
    'ср, 4 мар. 2026 г. в 09:05, Ana Reed\n<ana@x.example>:',
  ])('%s', (line) => {
    expect(shown(`Danke\n\n${line}\n\n> Text\n> mehr`)).toBe('Danke');
  });

  test('a sentence with a colon before the quote stays', () => {
    expect(shown('You wrote the following:\n> the text')).toBe('You wrote the following:');
    expect(shown('Thanks.\n\nMy answer:\n> the text')).toBe('Thanks.\n\nMy answer:');
  });

  test('quotes answered piece by piece stay, only what hangs behind the last answer goes', () => {
    expect(shown('> Which colour?\nRed\n> Which size?\nL')).toBe('> Which colour?|Red|> Which size?|L');
    expect(shown('> Which colour?\nRed\n> Regards\n> Ana')).toBe('> Which colour?|Red');
  });

  test('a quote above the answer goes', () => {
    expect(shown('On 3 March 2026 Ana wrote:\n> Which colour?\n\nRed')).toBe('Red');
  });

  test('a signature goes, with and without its blank, before and behind a quote', () => {
    expect(shown('Hello\n-- \nAna Reed\nShop')).toBe('Hello');
    expect(shown('Hello\n--\nAna Reed\n\n> old')).toBe('Hello');
    expect(shown('> old\n\nHello\n-- \nAna')).toBe('Hello');
  });

  test('two dashes far above the end are no signature', () => {
    const long = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
    expect(shown(`Hello\n-- \n${long}`)).toContain('line 29');
  });

  test('what follows an original message goes, a forwarded one stays', () => {
    expect(shown('Yes\n\n-----Original Message-----\nFrom: Ana\nSubject: x\n\nOld text')).toBe('Yes');
    expect(shown('Ja\n\n________________________________\nVon: Ana\nGesendet: heute\nAn: mich\n\nAlt')).toBe('Ja');
    expect(shown('See below\n\n---------- Forwarded message ---------\nFrom: Ana\n\nText')).toContain('Text');
    expect(shown('A\n________________________________\nB')).toContain('B');
  });

  test('a mail of nothing but a quote stays whole', () => {
    expect(shown('> only\n> this')).toBe('> only\n> this');
    expect(shown('-- \nAna')).toBe('-- \nAna');
    expect(splitPlainText('')).toEqual([]);
  });

  test('no line is ever lost or moved, and something always stays to read', () => {
    const line = fc.constantFrom(
      '',
      'Hello',
      '> quoted',
      '>> twice',
      '-- ',
      '--',
      'On 1 May 2026 Ana <a@x.example> wrote:',
      '-----Original Message-----',
      '________________________________',
      'From: Ana',
      'To: me',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const parts = splitPlainText(lines.join('\n'));
        const solid = (all: readonly string[]) => all.filter((each) => each.trim() !== '');
        expect(solid(parts.flatMap(({ text }) => text.split('\n')))).toEqual(solid(lines));
        if (solid(lines).length > 0) expect(parts.some(({ isFolded }) => !isFolded)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
