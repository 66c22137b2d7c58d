import { describe, expect, test } from 'vitest';
import { decodeTransferEncoding } from './transfer-encoding.ts';

const decode = (text: string, encoding: string) =>
  Buffer.from(decodeTransferEncoding(Buffer.from(text, 'latin1'), encoding)).toString('latin1');

describe('decodeTransferEncoding', () => {
  test.each([
    ['7bit', 'a=3Db', 'a=3Db'],
    ['7-bit', 'a', 'a'],
    ['8', 'a', 'a'],
    ['foobar', 'a', 'a'],
    ['Quoted-Printable', 'a=3Db=\r\nc=C3=A9', 'a=bc\xc3\xa9'],
    ['quoted-printable', 'soft =  \r\nbreak=\nx', 'soft breakx'],
    ['quoted-printable', '50 = 50 =zz =', '50 = 50 =zz '],
    ['quoted-printable (comment)', '=41', 'A'],
    ['BASE64', 'SGVsbG8=\r\n', 'Hello'],
    ['base64', 'SGVs\r\nbG8', 'Hello'],
    ['base64', 'SGk=SGk=', 'HiHi'],
    ['base64', 'SGk=\r\n\r\nSGk=\r\n', 'HiHi'],
    ['base64', 'This is plain text, whatever its header says.', 'This is plain text, whatever its header says.'],
    ['x-uuencode', 'begin 644 a.txt\n#0V%T\n`\nend\n', 'Cat'],
    ['x-uuencode', 'no block here', 'no block here'],
  ])('%s of %j', (encoding, body, expected) => {
    expect(decode(body, encoding)).toBe(expected);
  });

  test.each([
    ['lines', 'caf=C3=A9 =\r\n'],
    ['one line', 'caf=C3=A9 \t'],
    ['one line without escapes', 'cafe '],
  ])('a long quoted-printable text of %s is not harmed where it is cut', (_name, piece) => {
    const expected = decode(`${piece}.`, 'quoted-printable').slice(0, -1);
    expect(decode(`${piece.repeat(20_000)}.`, 'quoted-printable')).toBe(`${expected.repeat(20_000)}.`);
  });
});
