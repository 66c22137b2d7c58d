import { expect, test } from 'vitest';
import { cleanFileName } from './file-name.ts';

test.each([
  ['Rechnung Größe.pdf', 'application/pdf', 'Rechnung Größe.pdf'],
  ['счёт.pdf', 'application/pdf', 'счёт.pdf'],
  ['C:\\Users\\me\\a.txt', 'text/plain', 'a.txt'],
  ['../../etc/passwd', 'text/plain', 'passwd'],
  ['folder/', 'text/plain', 'folder'],
  ['a\u0000b\r\nc.txt', 'text/plain', 'abc.txt'],
  ['exe\u202egpj.txt', 'text/plain', 'exegpj.txt'],
  ['  ', 'image/png', 'attachment.png'],
  ['..', 'image/png', 'attachment.png'],
  [null, 'message/rfc822', 'attachment.eml'],
  [null, 'application/x-unheard-of', 'attachment.bin'],
  ['', 'text/calendar', 'attachment.ics'],
])('%j as %s', (raw, type, expected) => {
  expect(cleanFileName(raw, type)).toBe(expected);
});

test('long names keep their extension', () => {
  const name = cleanFileName(`${'é'.repeat(400)}.pdf`, 'application/pdf');
  expect([...name]).toHaveLength(255);
  expect(name.endsWith('é.pdf')).toBe(true);
});
