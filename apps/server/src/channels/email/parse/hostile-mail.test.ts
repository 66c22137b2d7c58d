import fc from 'fast-check';
import { afterAll, describe, test } from 'vitest';
import { parseHeadersOnly } from './headers-only.ts';
import { createMailParserPool } from './mail-parser-pool.ts';
import { expectSoundMessage } from './testing/message-check.ts';
import { mail } from './testing/test-mail.ts';

const pool = createMailParserPool({ threads: 2, timeoutMs: 25_000, maxMemoryMb: 256 });
afterAll(() => pool.close());

const seeds = [
  'From: "A, B" <a@x.example>, g: c@x.example;\nTo: =?utf-8?Q?J=C3=B6rn?= <j@x.example>\nSubject: =?iso-2022-jp?B?GyRCJCIbKEI=?=\nMessage-ID: <a@b@c>\nContent-Type: multipart/mixed; boundary="b"\n\npre\n--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\nContent-Type: text/plain; format=flowed; charset=utf-7\n\nHello \n+AOk- > you\n--c\nContent-Type: text/html; charset=windows-1252\nContent-Transfer-Encoding: quoted-printable\n\n<p style=3D"color:red" onclick=3Dx>H=E9llo<img src=3D"cid:i1"><blockquote type=3Dcite>old</blockquote>\n--c--\n--b\nContent-Type: image/png; name*0*=utf-8\'\'%E2%9C; name*1*=%93.png\nContent-ID: <i1>\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--b\nContent-Type: message/rfc822\n\nSubject: inner\n\nx\n--b--\n',
  'Return-Path: <>\nFrom: MAILER-DAEMON@x.example\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nundeliverable\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@x.example\nAction: failed\nStatus: 5.1.1\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: <m@x>\n--b--\n',
  'Subject: x\nContent-Type: text/html\n\n<style>@media all{.a{color:red}}</style><table><tr><td class=a>x<div class="gmail_quote">On Mon wrote:<br>&gt; old</div>',
].map(mail);

type Edit = { kind: 'cut' | 'repeat' | 'insert' | 'swap'; at: number; length: number; bytes: Uint8Array };
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('cut', 'repeat', 'insert', 'swap'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 120 }),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc
      .constantFrom('\r\n', '--b\r\n', '=?utf-8?Q?', '"', '<', '(', ';', '\0', '=', '%', '<b>', '\r\n\r\n')
      .map((text) => Buffer.from(text)),
  ),
});

function apply(raw: Uint8Array, change: Edit): Uint8Array {
  const at = Math.floor(change.at * raw.length);
  const piece = raw.subarray(at, at + change.length);
  const middle = { cut: [], repeat: [piece, piece, piece], insert: [change.bytes, piece], swap: [change.bytes] }[
    change.kind
  ];
  return Buffer.concat([raw.subarray(0, at), ...middle, raw.subarray(at + change.length)]);
}

const check = async (raw: Uint8Array) => {
  expectSoundMessage(await pool.parse(raw));
  expectSoundMessage(parseHeadersOnly(raw, 'timeout'));
};

describe('any bytes', () => {
  test('random ones', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), check), { numRuns: 200 });
  });

  test('changed mails', async () => {
    const changed = fc
      .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 8 }))
      .map(([seed, edits]) => edits.reduce(apply, seed));
    await fc.assert(fc.asyncProperty(changed, check), { numRuns: 500 });
  });
});

const plain = (header: string, body: string) =>
  `From: a@x.example\n${header}Content-Type: text/plain; charset=utf-8\n\n${body}`;
const html = (body: string) => `From: a@x.example\nContent-Type: text/html; charset=utf-8\n\n${body}`;

/** Each once cost a reader seconds or worse. */
const attacks: Record<string, string> = {
  'quote patterns': plain('', 'Op schreef\n'.repeat(1800)),
  'unclosed elements, foreign closing tags': html('<b>'.repeat(100_000) + '</i>'.repeat(100_000)),
  'nested blocks': html('<div>'.repeat(200_000)),
  'nested quotes with many lines': html('<blockquote>'.repeat(590) + 'line<br>'.repeat(3000)),
  'nested lists': html('<ul><li>'.repeat(290) + 'x<br>'.repeat(5000)),
  'nested tables': html('<table><tr><td>'.repeat(190) + 'x<br>'.repeat(5000)),
  'style comments': html(`<p style="${'/*'.repeat(200_000)}">x`),
  'nested media rules': html(`<style>${'@media all{'.repeat(50_000)}</style>x`),
  'blanks before no line end': html(`<pre>${' '.repeat(1_000_000)}x</pre>`),
  'encoded words': plain(`To: ${'=?utf-8?Q?=E4?= '.repeat(20_000)}\n`, 'x'),
  'encoded words never closed': plain(`Subject: ${'=?utf-8?q?'.repeat(20_000)}\n`, 'x'),
  'address brackets': plain(`To: ${'<'.repeat(100_000)}\n`, 'x'),
  'address comments': plain(`To: ${'('.repeat(100_000)}\n`, 'x'),
  'address groups': plain(`To: ${'a:'.repeat(50_000)}\n`, 'x'),
  'parameters never closed': plain('', 'x').replace('utf-8', `utf-8${'; a="'.repeat(20_000)}`),
  'escaped quotes never closed': plain('', 'x').replace('utf-8', `utf-8; a="${'\\"'.repeat(30_000)}`),
  'blanks in a parameter': plain('', 'x').replace('utf-8', `utf-8; a=b${' '.repeat(60_000)}c`),
  'blanks in quoted-printable': plain('Content-Transfer-Encoding: quoted-printable\n', `${' '.repeat(1_000_000)}x`),
  'many header fields': plain('X: y\n'.repeat(200_000), 'x'),
  'one field in many lines': plain(`X: y\n${' y\n'.repeat(200_000)}`, 'x'),
  'delimiters only': `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n'.repeat(300_000)}`,
  'the same boundary at each level': `Content-Type: multipart/mixed; boundary=b\n\n${'--b\nContent-Type: multipart/mixed; boundary=b\n\n'.repeat(30_000)}`,
  'blank lines in a report': `Content-Type: message/delivery-status\n\n${'\n'.repeat(500_000)}`,
  'dashes of a mail system': `From: mailer-daemon@x.example\n\nundeliverable${'\n----- '.repeat(200_000)}`,
};

describe('costly mails are parsed, not given up', () => {
  test.each(Object.keys(attacks))('%s', async (name) => {
    expectSoundMessage(await pool.parse(mail(attacks[name]!)));
  });
});
