import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskPersonalData, streamUnmask } from './personal-data.ts';

const masked = (text: string, names: string[] = []) => maskPersonalData(names).mask(text);

test.each([
  ['Write to mina.oak+x@mail.example, please', 'Write to [EMAIL_1], please'],
  ['<a@b.example>;<a@b.example>;<c@d.example>', '<[EMAIL_1]>;<[EMAIL_1]>;<[EMAIL_2]>'],
  ['Call +49 (0)211 123 45-67 or 0211/1234567.', 'Call [PHONE_1] or [PHONE_2].'],
  ['Tel.０２１１１２３４５６７', 'Tel.[PHONE_1]'],
  ['फ़ोन ०९८७६५४३२१', 'फ़ोन [PHONE_1]'],
  ['4111 1111 1111 1111 until 12/29', '[CARD_1] until 12/29'],
  ['IBAN DE89 3704 0044 0532 0130 00, thanks', 'IBAN [IBAN_1], thanks'],
  ['gb29nwbk60161331926819', '[IBAN_1]'],
  ['from 2026-11-22 14:30 until 24.12.2026', 'from 2026-11-22 14:30 until 24.12.2026'],
  ['order 123456 of 3 lamps', 'order 123456 of 3 lamps'],
  ['order 1234567', 'order [PHONE_1]'],
  ['I write [EMAIL_7] and [email_7]', 'I write [TEXT_1] and [TEXT_2]'],
])('%s', (text, expected) => {
  expect(masked(text)).toBe(expected);
});

test('the names that are given, as words and in any case', () => {
  const names = ['Mina', 'Oak', 'Mina Oak', ' ', 'X', 'a+b (c)'];
  expect(masked('Dear Mina  Oak, MINA, Minas oaks, Oak. a+b (c)', names)).toBe(
    'Dear [NAME_1], [NAME_2], Minas oaks, [NAME_3]. [NAME_4]',
  );
  expect(masked('田中さんへ', ['田中'])).toBe('[NAME_1]さんへ');
});

test('what an answer says about nothing that was masked stays', () => {
  const mask = maskPersonalData();
  mask.mask('a@b.example');
  expect(mask.unmask('[EMAIL_1] [email_1] [EMAIL_2] [PHONE_1] [EMAIL_')).toBe(
    'a@b.example a@b.example [EMAIL_2] [PHONE_1] [EMAIL_',
  );
  expect(mask.count()).toBe(1);
});

/** Texts in which there is much to find, and much that looks like it. */
const bits = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    ...[
      '[',
      ']',
      '_',
      '[EMAIL_1]',
      '[email_12]',
      '[NAME_',
      '1]',
      'EMAIL',
      '@',
      'a@b.example',
      '+49 211 1234567',
      '4111111111111111',
    ],
    ...['DE89370400440532013000', '2026-11-22', 'Mina', 'Oak', ' ', '\n', '(', '12', '[[EMAIL_1]]', '\u0130', 'ß'],
  ),
);
const texts = fc.array(bits, { maxLength: 20 }).map((parts) => parts.join(''));
const nameLists = fc.array(
  fc.oneof(fc.constantFrom('Mina', 'Oak', 'Mina Oak', '[EMAIL', '1]', '12'), fc.string({ maxLength: 8 })),
  {
    maxLength: 5,
  },
);

describe('whatever the text', () => {
  test('it comes back as it was', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), nameLists, (several, names) => {
        const mask = maskPersonalData(names);
        const sent = several.map((text) => mask.mask(text));
        expect(sent.map((text) => mask.unmask(text))).toEqual(several);
      }),
      { numRuns: 500 },
    );
  });

  test('no address and no long number leaves', () => {
    const secrets = fc.constantFrom(
      'mina@mail.example',
      '+49 211 1234567',
      '4111 1111 1111 1111',
      'DE89370400440532013000',
    );
    const around = fc.string({ unit: fc.constantFrom(' ', '\n', ',', '.', ';', '<', '>', '"', '['), maxLength: 5 });
    fc.assert(
      fc.property(texts, around, secrets, around, texts, (before, left, secret, right, after) => {
        expect(masked(`${before} ${left}${secret}${right} ${after}`)).not.toContain(secret);
      }),
      { numRuns: 500 },
    );
  });

  test('an answer in pieces is put back as a whole one is', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat({ max: 9 }), { maxLength: 60 }), (text, sizes) => {
        const mask = maskPersonalData(['Mina']);
        const answer = mask.mask(`${text} a@b.example Mina`) + text;
        const filter = streamUnmask(mask);
        let rest = answer;
        let out = '';
        for (const size of sizes) {
          out += filter.push(rest.slice(0, size));
          rest = rest.slice(size);
        }
        expect(out + filter.push(rest) + filter.end()).toBe(mask.unmask(answer));
      }),
      { numRuns: 500 },
    );
  });
});

test('a text without end is masked in proportion to its length', () => {
  const count = 120_000;
  for (const unit of ['a', '1', '1 ', 'a.', '@', '[EMAIL_', 'AB12', 'ab12 ', '+', 'Mina', ' ']) {
    const text = unit.repeat(count / unit.length);
    const mask = maskPersonalData(['Mina Oak', 'Mina']);
    expect(mask.unmask(mask.mask(text))).toBe(text);
  }
});
