import { describe, expect, test } from 'vitest';
import { cleanText, decodeCharset } from './charset.ts';

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('decodeCharset', () => {
  test.each([
    ['windows-1250', 'b6 9f b9', '¶źą'],
    ['windows-1251', 'cf f0 e8 e2 e5 f2', 'Привет'],
    ['windows-1252', '93 48 69 94 80', '“Hi”€'],
    ['windows-1253', 'c3 e5 e9 dc', 'Γειά'],
    ['windows-1254', 'fe f0 dd', 'şğİ'],
    ['windows-1255', 'f9 ec e5 ed', 'שלום'],
    ['windows-1256', 'e3 d1 cd c8 c7', 'مرحبا'],
    ['windows-1257', 'f8 e7', 'ųē'],
    ['windows-1258', 'd0', 'Đ'],
    ['win-1251', 'cf', 'П'],
    ['cp1252', '80', '€'],
    ['iso-8859-1', '93 e9 94', '“é”'],
    ['ISO8859-2', 'b3', 'ł'],
    ['iso-8859-7', 'c3', 'Γ'],
    ['iso-8859-8-i', 'f9', 'ש'],
    ['iso-8859-15', 'a4', '€'],
    ['koi8-r', 'f0 d2 c9', 'При'],
    ['koi8-u', 'a4 ad', 'єґ'],
    ['gb18030', 'c4 e3 ba c3 95 32 82 36', '你好𠀀'],
    ['gb2312', 'c4 e3 ba c3', '你好'],
    ['x-gbk', 'c4 e3', '你'],
    ['big5', 'b1 7a a6 6e', '您好'],
    ['shift_jis', '82 a0 87 40', 'あ①'],
    ['cp932', '82 a0', 'あ'],
    ['iso-2022-jp', '1b 24 42 24 22 1b 28 42 21', 'あ!'],
    ['euc-jp', 'a4 a2', 'あ'],
    ['euc-kr', 'b0 a1', '가'],
    ['ks_c_5601-1987', 'b0 a1', '가'],
    ['iso-2022-kr', '1b 24 29 43 0e 30 21 0f 41', '가A'],
    ['hz-gb-2312', '7e 7b 44 63 3a 43 7e 7d 7e 7e', '你好~'],
    // Lines end a run; a tilde may be the second half of a character.
    ['hz', '7e 7b 21 7e 7e 7d 41 0a 7e 7b 44 63 0a 41', '〓A\n你\nA'],
    ['csiso2022kr', '41 0f 0e 30 21 0a 41', 'A가\nA'],
    ['utf-7', '2b 41 4f 6b 2d 2b 2d', 'é+'],
    ['unicode-1-1-utf-7', '2b 4d 45 49 2d', 'あ'],
    ['utf-16', 'ff fe 41 00 e9 00', 'Aé'],
    ['utf-16', 'fe ff 00 41 00 e9', 'Aé'],
    ['utf-16', '00 41 00 42', 'AB'],
    ['macintosh', '8e', 'é'],
    ['"UTF-8"', 'c3 a9', 'é'],
    ['utf-8*en', 'c3 a9', 'é'],
  ])('%s', (label, bytes, text) => {
    expect(decodeCharset(hex(bytes), label)).toBe(text);
  });

  test.each([
    ['no label, valid UTF-8', null, 'c3 a9', 'é'],
    ['no label, Latin bytes', null, 'e9 20 80', 'é €'],
    ['unknown label, valid UTF-8', 'utf8mb9', 'e2 9c 93', '✓'],
    ['unknown label, Latin bytes', 'x-nothing', 'e9', 'é'],
    ['us-ascii label, valid UTF-8', 'us-ascii', 'c3 a9', 'é'],
    ['Latin-1 label, valid UTF-8', 'iso-8859-1', '47 72 c3 b6 c3 9f 65', 'Größe'],
    ['gb2312 label, valid UTF-8 that is no GB 2312', 'gb2312', 'e4 b8 ad e6 96 87 e5 ad 97', '中文字'],
    ['UTF-8 label, Latin bytes', 'utf-8', '63 61 66 e9', 'café'],
    ['UTF-7 label, Latin bytes', 'utf-7', 'e9', 'é'],
    ['no label, escapes of ISO-2022-JP', null, '1b 24 42 24 22 1b 28 42', 'あ'],
    ['replacement encoding', 'iso-2022-cn', '41', 'A'],
  ])('%s', (_name, label, bytes, text) => {
    expect(decodeCharset(hex(bytes), label)).toBe(text);
  });

  test('one broken character does not turn a UTF-8 text into windows-1252', () => {
    const bytes = Buffer.concat([Buffer.from('Größe und Übung', 'utf8'), hex('c3')]);
    expect(decodeCharset(bytes, 'utf-8')).toBe('Größe und Übung\uFFFD');
  });

  test('NUL never survives', () => {
    expect(decodeCharset(latin1('a\0b'), 'utf-8')).toBe('ab');
    expect(decodeCharset(latin1('a\0b'), null)).toBe('ab');
  });
});

test('cleanText removes NUL and halves of surrogate pairs', () => {
  expect(cleanText('a\0\ud83dz\udc00')).toBe('a\uFFFDz\uFFFD');
});
