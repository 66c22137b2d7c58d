import { expect, test } from 'vitest';
import { parseHeadersOnly, unreadableNote } from './headers-only.ts';
import { mail } from './testing/test-mail.ts';

test('header, first text and the original as a file', () => {
  const raw = mail(
    'Message-ID: <a@x.example>\nReferences: <p@x.example>\nFrom: Ada <ada@x.example>\nTo: desk@x.example\nSubject: =?utf-8?Q?caf=C3=A9?=\nDate: Mon, 02 Nov 2026 09:32:00 +0100\nAuto-Submitted: auto-generated\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>no</p>\n--b\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nH=C3=A9llo\n--b--\n',
  );
  expect(parseHeadersOnly(raw, 'timeout')).toMatchObject({
    external_id: 'a@x.example',
    references: ['p@x.example'],
    from: { name: 'Ada', address: 'ada@x.example' },
    to: [{ address: 'desk@x.example' }],
    subject: 'café',
    sent_at: '2026-11-02T08:32:00.000Z',
    content_type: 'text',
    content: `Héllo\n\n${unreadableNote}`,
    attachments: [{ filename: 'original.eml', content_type: 'message/rfc822', size: raw.length, content: raw }],
    machine: { kind: 'soft' },
    warnings: ['mail could not be parsed: timeout'],
  });
});

test('without a plain text part the note stands alone', () => {
  expect(parseHeadersOnly(mail('From: a@x.example\nContent-Type: text/html\n\n<p>x</p>'), 'crash').content).toBe(
    unreadableNote,
  );
  expect(parseHeadersOnly(new Uint8Array(), 'crash')).toMatchObject({
    from: null,
    subject: '',
    content: unreadableNote,
  });
});

test('a text is taken from the beginning of a huge mail only', () => {
  const raw = mail(`From: a@x.example\n\n${'0123456789abcde\n'.repeat(100_000)}`);
  expect(parseHeadersOnly(raw, 'memory').content.length).toBeLessThan(140_000);
});

test('an original that is too large is only listed', () => {
  expect(parseHeadersOnly(mail('From: a@x.example\n\nHello'), 'memory', { bytes: 10 })).toMatchObject({
    attachments: [],
    skipped_attachments: [{ filename: 'original.eml', size: 26, reason: 'message_too_large' }],
  });
});
