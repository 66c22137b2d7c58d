import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, isPair, wordsOf } from './words.ts';

const texts = (text: string) => wordsOf(text).map((word) => word.text);

describe('words', () => {
  test.each([
    ['The lamp, order #48-213 arrived.', ['the', 'lamp', 'order', '48', '213', 'arrived']],
    ["don't mail a.b@shop.example", ['don', 't', 'mail', 'a', 'b', 'shop', 'example']],
    ['Crème BRÛLÉE im Straßencafé', ['creme', 'brulee', 'im', 'strassencafe']],
    ['Łódź, Århus, Þór, ΣΊΣΥΦΟΣ, ёлка', ['lodz', 'arhus', 'thor', 'σισυφοσ', 'елка']],
    ['İstanbul ISPARTA', ['istanbul', 'isparta']],
    ['ﬁve ＡＢＣ１２ ½', ['five', 'abc12', '12']],
    ['👍 !!! … —', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test.each([
    ['東京都', ['東京', '京都', '都']],
    ['iPhone充電器を', ['iphone', '充電', '電器', '器を', 'を']],
    ['カタカナ ｶﾞﾗｽ', ['カタ', 'タカ', 'カナ', 'ナ', 'ガラ', 'ラス', 'ス']],
    ['京', ['京']],
  ])('scripts without blanks give pairs: %s', (text, expected) => {
    expect(texts(text)).toEqual(expected);
    expect(isPair(texts(text).at(-1)!)).toBe(true);
  });

  test.each(['สวัสดีครับ', 'ສະບາຍດີ', 'ជំរាបសួរ', 'မင်္ဂလာပါ', '你好世界', 'こんにちは', 'བཀྲ་ཤིས'])(
    '%s is found by any part of it',
    (text) => {
      const all = texts(text);
      const characters = [...text];
      for (let i = 0; i + 2 < characters.length; i++) {
        const slice = characters.slice(i, i + 3).join('');
        const part = texts(slice);
        if (/^\p{M}/u.test(slice) || part.length !== 3) continue;
        expect(all.join(' ')).toContain(part.slice(0, 2).join(' '));
      }
    },
  );

  test.each([
    ['Latin', 'Zoë Ångström', 'zoe angstrom'],
    ['Greek', 'Αλέξανδρος', 'αλεξανδροσ'],
    ['Cyrillic', 'Фёдор', 'федор'],
    ['Armenian', 'Արմեն', 'արմեն'],
    ['Georgian', 'გიორგი', 'გიორგი'],
    ['Hebrew', 'שָׁלוֹם', 'שלום'],
    ['Arabic', 'مُحَمَّد', 'محمد'],
    ['Syriac', 'ܐܦܪܝܡ', 'ܐܦܪܝܡ'],
    ['Devanagari', 'प्रिया', 'प्रिया'],
    ['Bengali', 'রবীন্দ্র', 'রবীন্দ্র'],
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ', 'ਗੁਰਪ੍ਰੀਤ'],
    ['Gujarati', 'મોહન', 'મોહન'],
    ['Oriya', 'ଜଗନ୍ନାଥ', 'ଜଗନ୍ନାଥ'],
    ['Tamil', 'கண்ணன்', 'கண்ணன்'],
    ['Telugu', 'రాముడు', 'రాముడు'],
    ['Kannada', 'ಕನ್ನಡ', 'ಕನ್ನಡ'],
    ['Malayalam', 'മലയാളം', 'മലയാളം'],
    ['Sinhala', 'සිංහල', 'සිංහල'],
    ['Korean', '김철수', '김철수'],
    ['Ethiopic', 'ኢትዮጵያ', 'ኢትዮጵያ'],
    ['Cherokee', 'ᏣᎳᎩ', 'Ꮳ'.toLowerCase() + 'Ꮃ'.toLowerCase() + 'Ꭹ'.toLowerCase()],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ', 'ᠮᠣᠩᠭᠣᠯ'],
  ])('%s', (_script, text, expected) => {
    expect(texts(text).join(' ')).toBe(expected.normalize('NFC'));
  });

  test('folding twice changes nothing, and offsets lie on the words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const word of wordsOf(text)) {
          expect(fold(word.text)).toBe(word.text);
          expect(word.text).not.toBe('');
          expect(word.text.length).toBeLessThanOrEqual(64);
          expect(fold(text.slice(word.start, word.end))).toContain(isPair(word.text) ? [...word.text][0] : word.text);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('upper case, lower case and composed forms are the same words', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aäéñößøłšΩέйё '), maxLength: 20 }), (text) => {
        const expected = texts(text);
        expect(texts(text.toUpperCase())).toEqual(expected);
        expect(texts(text.normalize('NFD'))).toEqual(expected);
      }),
    );
  });
});
