import { describe, expect, it } from 'vitest';
import { displayFileName, extensionOf } from './file-name.ts';

describe('displayFileName', () => {
  it.each([
    ['Rechnung März.pdf', 'Rechnung März.pdf'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['../../etc/passwd', 'passwd'],
    ['  two \t words.txt ', 'two words.txt'],
    ['evil\u202egnp.exe', 'evilgnp.exe'],
    ['a\u0000b\n.txt', 'ab.txt'],
    ['', 'attachment'],
    ['..', 'attachment'],
    ['folder/', 'attachment'],
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(250)}.jpeg`],
    ['😀'.repeat(300), '😀'.repeat(255)],
    ['half\ud800', 'half\ufffd'],
  ])('reads %j', (given, name) => {
    expect(displayFileName(given)).toBe(name);
  });
});

describe('extensionOf', () => {
  it.each([
    ['a.TXT', 'txt'],
    ['a.tar.gz', 'gz'],
    ['.bashrc', ''],
    ['none', ''],
    ['dot.', ''],
  ])('reads %j', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
});
