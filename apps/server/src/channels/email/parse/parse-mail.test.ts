import { describe, expect, test } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { mail, mailBytes } from './testing/test-mail.ts';

const png = 'iVBORw0KGgo=';
const parse = (text: string) => parseMail(mail(text));

/** A multipart whose parts are given as whole texts, header and body. */
function multipart(subtype: string, ...parts: string[]): string {
  const boundary = `b${parts.join('').length}`;
  return `Content-Type: multipart/${subtype}; boundary=${boundary}\n\n${parts.map((part) => `--${boundary}\n${part}\n`).join('')}--${boundary}--\n`;
}
const plain = (text: string) => `Content-Type: text/plain; charset=utf-8\n\n${text}`;
const html = (text: string) => `Content-Type: text/html; charset=utf-8\n\n${text}`;
const image = (header: string) =>
  `Content-Type: image/png\nContent-Transfer-Encoding: base64\n${header}\n\n${png}`.replace('\n\n\n', '\n\n');

describe('header of a mail', () => {
  test('identity, addresses, subject and date', async () => {
    const message = await parse(
      [
        'Message-ID: <a@b@c.example>',
        'Message-ID: <second@c.example>',
        'In-Reply-To: Your mail <p1@x.example> of Monday',
        'References: <p0@x.example>',
        ' <p1@x.example>',
        'From: "Ana Maria" <Ana@Example.org>',
        'Sender: list@example.org',
        'Reply-To: other@example.org',
        'To: desk@example.org',
        'To: Second <second@example.org>',
        'Cc: Team: t@example.org;',
        'Delivered-To: desk@example.org',
        'X-Original-To: desk+conv-1@example.org',
        'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\0 and',
        '\tmore',
        'Date: Mon, 02 Nov 2026 09:32:00 +0100',
        'X-Bellhop-Loop-Prevention: <Desk@Example.org>',
        'X-Bellhop-Conversation-UUID: 0B7E3A52-9C1D-4E5F-8A6B-112233445566',
        '',
        'Hello',
      ].join('\n'),
    );
    expect(message).toMatchObject({
      external_id: 'a@b@c.example',
      in_reply_to: ['p1@x.example'],
      references: ['p0@x.example', 'p1@x.example'],
      id_headers: { message_id: '<a@b@c.example>', date: 'Mon, 02 Nov 2026 09:32:00 +0100' },
      from: { name: 'Ana Maria', address: 'ana@example.org' },
      reply_to: [{ name: '', address: 'other@example.org' }],
      to: [
        { name: '', address: 'desk@example.org' },
        { name: 'Second', address: 'second@example.org' },
      ],
      cc: [{ name: '', address: 't@example.org' }],
      bcc: [],
      delivered_to: ['desk@example.org', 'desk+conv-1@example.org'],
      subject: 'Grüße and more',
      sent_at: '2026-11-02T08:32:00.000Z',
      loop_address: 'desk@example.org',
      conversation_uuid: '0b7e3a52-9c1d-4e5f-8a6b-112233445566',
    });
  });

  test('a mail without any header', async () => {
    const message = await parse('\nHello');
    expect(message).toMatchObject({
      external_id: null,
      in_reply_to: [],
      references: [],
      from: null,
      subject: '',
      sent_at: null,
      loop_address: null,
      conversation_uuid: null,
      content: 'Hello',
      bounce: null,
    });
  });

  test('what is no UUID is no conversation', async () => {
    expect((await parse('X-Bellhop-Conversation-UUID: 12345\n\nx')).conversation_uuid).toBeNull();
  });

  test('a subject is one line of bounded length', async () => {
    expect((await parse(`Subject: ${'x'.repeat(5000)}\n\n`)).subject).toHaveLength(1000);
  });
});

describe('body choice', () => {
  test.each<[string, string, { content_type: string; content: string; plain_alternative?: string | null }]>([
    [
      'plain text alone',
      plain('a < b and <x@y.z>'),
      { content_type: 'text', content: 'a < b and <x@y.z>', plain_alternative: null },
    ],
    ['HTML alone', html('<b>x</b>'), { content_type: 'html', content: '<b>x</b>', plain_alternative: null }],
    [
      'the last alternative',
      multipart('alternative', plain('text'), html('<b>x</b>')),
      { content_type: 'html', content: '<b>x</b>', plain_alternative: 'text' },
    ],
    [
      'the last supported alternative',
      multipart(
        'alternative',
        plain('text'),
        html('<b>x</b>'),
        'Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR',
      ),
      { content_type: 'html', content: '<b>x</b>', plain_alternative: 'text' },
    ],
    [
      'text when it is the last alternative',
      multipart('alternative', html('<b>x</b>'), plain('text')),
      { content_type: 'text', content: 'text', plain_alternative: null },
    ],
    [
      'an alternative with content before an empty one',
      multipart('alternative', plain('text'), html('')),
      { content_type: 'text', content: 'text' },
    ],
    [
      'several HTML parts in order, in one block',
      multipart('mixed', html('<p>1</p>'), image('Content-Disposition: inline; filename=a.png'), html('<p>2</p>')),
      { content_type: 'html', content: '<div><p>1</p>\n<p>2</p></div>', plain_alternative: null },
    ],
    [
      'text between HTML parts is escaped',
      multipart('mixed', html('<p>1</p>'), plain('a < b\nc')),
      { content_type: 'html', content: '<div><p>1</p>\n<p>a &lt; b<br>c</p></div>' },
    ],
    [
      'text parts joined',
      multipart('mixed', plain('one'), plain('two')),
      { content_type: 'text', content: 'one\ntwo' },
    ],
    [
      'plain alternatives of joined parts',
      multipart('mixed', multipart('alternative', plain('one'), html('<p>1</p>')), plain('footer')),
      { content_type: 'html', content: '<div><p>1</p>\n<p>footer</p></div>', plain_alternative: 'one\nfooter' },
    ],
    [
      'the root of related, named by start',
      multipart(
        'related; start="<r>"',
        'Content-Type: text/html\nContent-ID: <other>\n\nother',
        'Content-Type: text/html\nContent-ID: <r>\n\nroot',
      ),
      { content_type: 'html', content: 'root' },
    ],
    [
      'related inside alternative inside mixed',
      multipart(
        'mixed',
        multipart('alternative', plain('t'), multipart('related', html('<i>h</i>'), image('Content-ID: <i>'))),
      ),
      { content_type: 'html', content: '<i>h</i>', plain_alternative: 't' },
    ],
    [
      'an attached HTML file is not body',
      multipart(
        'mixed',
        plain('text'),
        'Content-Type: text/html\nContent-Disposition: attachment; filename=a.html\n\n<b>file</b>',
      ),
      { content_type: 'text', content: 'text' },
    ],
    [
      'a named text file beside the body is not body',
      multipart('mixed', plain('text'), 'Content-Type: text/plain; name=notes.txt\n\nfile'),
      { content_type: 'text', content: 'text' },
    ],
    [
      'an enclosed message is not body',
      multipart('mixed', plain('text'), 'Content-Type: message/rfc822\n\nFrom: x@y.example\n\ninner'),
      { content_type: 'text', content: 'text' },
    ],
    [
      'a text part with a Content-ID is body',
      multipart('mixed', 'Content-Type: text/plain\nContent-ID: <1>\n\ntext'),
      { content_type: 'text', content: 'text' },
    ],
    [
      'format=flowed',
      'Content-Type: text/plain; format=flowed\n\none \ntwo',
      { content_type: 'text', content: 'one two' },
    ],
    ['nothing at all', 'Subject: x\n\n', { content_type: 'text', content: '' }],
  ])('%s', async (_name, source, expected) => {
    expect(await parse(source)).toMatchObject(expected);
  });

  test('the charset of HTML may stand in a meta element', async () => {
    const source =
      'Content-Type: text/html\n\n<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>\xcf\xf0\xe8</p>';
    expect((await parseMail(mailBytes(source))).text_content).toBe('При');
  });

  test('an over-long text is cut for display and kept as a file', async () => {
    const message = await parse(`Content-Type: text/plain\n\n${'0123456789abcde\n'.repeat(400_000)}`);
    expect(message.content.length).toBeLessThan(6_000_000);
    expect(message.attachments).toMatchObject([{ filename: 'attachment.txt', size: 6_800_000 }]);
    expect(message.warnings).toEqual(['text/plain body is too long and was cut']);
  });
});

describe('texts', () => {
  test('plain text is never read as HTML', async () => {
    const message = await parse(plain('a < b and <x@y.z> & more'));
    expect(message).toMatchObject({ text_content: 'a < b and <x@y.z> & more', content_safe: null });
  });

  test('a stray closing tag does not blank the text', async () => {
    expect((await parse(html('</div></p>Hello <b>you</span>'))).text_content).toBe('Hello you');
  });

  test('NUL and invalid UTF-8 are gone from every text', async () => {
    const source =
      'Subject: a\0b\xff\nFrom: "n\0\xff" <a@x.example>\nContent-Type: text/html; charset=utf-8\n\n<p>x\0\xff&#0;&#xD800;y</p>';
    const message = await parseMail(mailBytes(source));
    const stored = [message.subject, message.from!.name, message.content, message.content_safe!, message.text_content];
    for (const text of stored) {
      expect(text).not.toContain('\0');
      expect(text.isWellFormed()).toBe(true);
    }
  });

  test('the safe HTML has neither scripts nor handlers', async () => {
    const message = await parse(html('<p onclick="x()">a<script>alert(1)</script><img src="cid:i" onerror="x()"></p>'));
    expect(message.content_safe).toBe('<p>a<img src="cid:i" /></p>');
    expect(message.content).toContain('<script>');
  });

  test('the reply is found in HTML by the markers of its program', async () => {
    const body =
      '<div>Thanks!</div><div class="gmail_quote"><div>On Monday, Ada wrote:</div><blockquote>old</blockquote></div>';
    expect(await parse(html(body))).toMatchObject({
      reply_text: 'Thanks!',
      text_content: expect.stringContaining('old'),
    });
  });
});

describe('files', () => {
  const files = async (...parts: string[]) => (await parse(multipart('mixed', plain('text'), ...parts))).attachments;

  test.each<[string, string, object[]]>([
    [
      'an attachment',
      image('Content-Disposition: attachment; filename="ä b.png"'),
      [{ filename: 'ä b.png', disposition: 'attachment', content_type: 'image/png', size: 8 }],
    ],
    [
      'an inline file without Content-ID',
      'Content-Type: application/pdf\nContent-Disposition: inline; filename=a.pdf\n\nx',
      [{ filename: 'a.pdf', disposition: 'attachment', content_id: null }],
    ],
    [
      'a nameless attachment',
      'Content-Type: application/pdf\nContent-Disposition: attachment\n\nx',
      [{ filename: 'attachment.pdf' }],
    ],
    [
      'an enclosed message',
      'Content-Type: message/rfc822\n\nFrom: x@y.example\n\ninner',
      [{ filename: 'attachment.eml', content_type: 'message/rfc822' }],
    ],
    [
      'an enclosed message in base64',
      'Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment\n\nRnJvbTogeA==',
      [{ size: 7 }],
    ],
    ['a nameless picture', image(''), [{ filename: 'attachment.png', disposition: 'attachment' }]],
    ['an empty file', 'Content-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n\n', []],
    ['a delivery report body', 'Content-Type: message/delivery-status\n\nAction: failed', []],
    ['a PGP signature without name', 'Content-Type: application/pgp-signature\n\n-----BEGIN', []],
    ['a calendar body', 'Content-Type: text/calendar\n\nBEGIN:VCALENDAR', []],
    [
      'a signature with a name',
      'Content-Type: application/pkcs7-signature; name=smime.p7s\n\nx',
      [{ filename: 'smime.p7s' }],
    ],
    [
      'an unknown disposition',
      'Content-Type: text/plain\nContent-Disposition: weird; filename=a.txt\n\nx',
      [{ filename: 'a.txt', disposition: 'attachment' }],
    ],
    ['winmail.dat', 'Content-Type: application/ms-tnef; name=winmail.dat\n\nx', [{ filename: 'winmail.dat' }]],
  ])('%s', async (_name, part, expected) => {
    expect(await files(part)).toMatchObject(expected);
  });

  test('dropped noise is named in the warnings', async () => {
    const message = await parse(multipart('mixed', plain('text'), 'Content-Type: application/pgp-signature\n\nx'));
    expect(message.warnings).toEqual(['dropped a application/pgp-signature part without name']);
  });

  test('noise is kept when the mail holds nothing else', async () => {
    expect(await parse('Content-Type: text/calendar\n\nBEGIN:VCALENDAR')).toMatchObject({
      content: '',
      attachments: [{ filename: 'attachment.ics' }],
    });
    const encrypted = multipart(
      'encrypted',
      'Content-Type: application/pgp-encrypted\n\nVersion: 1',
      'Content-Type: application/octet-stream\n\n-----BEGIN',
    );
    expect((await parse(encrypted)).attachments).toHaveLength(2);
  });

  test('a mail that is one file', async () => {
    expect(await parse(`Subject: x\n${image('Content-Disposition: attachment; filename=p.png')}`)).toMatchObject({
      content: '',
      attachments: [{ filename: 'p.png', size: 8 }],
    });
  });

  describe('pictures in HTML', () => {
    const inHtml = async (body: string, header: string) =>
      (await parse(multipart('related', html(body), image(header)))).attachments[0];

    test.each([
      ['no disposition', '<img src="cid:a1">', 'Content-ID: <a1>', 'inline'],
      [
        'inline disposition',
        '<img src="cid:a1">',
        'Content-ID: <a1>\nContent-Disposition: inline; filename=a.png',
        'inline',
      ],
      [
        'an explicit attachment wins',
        '<img src="cid:a1">',
        'Content-ID: <a1>\nContent-Disposition: attachment; filename=a.png',
        'attachment',
      ],
      ['an id that only begins alike', '<img src="cid:a10">', 'Content-ID: <a1>', 'attachment'],
      ['a picture that the HTML does not show', '<p>cid:a1</p>', 'Content-ID: <a1>', 'attachment'],
      ['an escaped reference', '<img src="cid:a%2Bb&amp;c">', 'Content-ID: <a+b&c>', 'inline'],
      [
        'an upper-case UUID',
        '<img src="cid:0B7E3A52-9C1D-4E5F-8A6B-112233445566">',
        'Content-ID: <0b7e3a52-9c1d-4e5f-8a6b-112233445566>',
        'inline',
      ],
    ])('%s', async (_name, body, header, disposition) => {
      expect(await inHtml(body, header)).toMatchObject({ disposition, content_id: expect.any(String) });
    });

    test('an over-long Content-ID is hashed, and still shown', async () => {
      const id = `${'x'.repeat(300)}@y`;
      const file = await inHtml(`<img src="cid:${id}">`, `Content-ID: <${id}>`);
      expect(file).toMatchObject({ disposition: 'inline', content_id: expect.stringMatching(/^sha256-[0-9a-f]{64}$/) });
    });

    test('a blank Content-ID is none', async () => {
      expect(await inHtml('<img src="cid:">', 'Content-ID: <>')).toMatchObject({
        content_id: null,
        disposition: 'attachment',
      });
    });
  });
});

describe('limits', () => {
  test('of a mail that is too large, header and text are kept and the files listed', async () => {
    const source = multipart('mixed', plain('text'), image('Content-Disposition: attachment; filename=a.png'));
    const message = await parseMail(mail(`Subject: big\n${source}`), { bytes: 100 });
    expect(message).toMatchObject({
      subject: 'big',
      content: 'text',
      attachments: [],
      skipped_attachments: [{ filename: 'a.png', content_type: 'image/png', size: 9, reason: 'message_too_large' }],
    });
  });

  test('parts beyond the limit are listed', async () => {
    const parts = Array.from({ length: 120 }, (_, i) => `Content-Type: text/plain; name=${i}.txt\n\n${i}`);
    const message = await parse(multipart('mixed', ...parts));
    expect(message.attachments.length + 1).toBe(100);
    expect(message.skipped_attachments).toHaveLength(20);
    expect(message.skipped_attachments[0]).toMatchObject({ filename: '100.txt', reason: 'too_many_parts' });
  });

  test('thousands of broken encoded words in To cost little and lose nothing else', async () => {
    const message = await parse(
      `To: ${'=?utf-8?Q?=E4?=\n '.repeat(9000)}<desk@x.example>\nFrom: a@x.example\nSubject: s\n\nHello`,
    );
    expect(message).toMatchObject({ from: { address: 'a@x.example' }, subject: 's', content: 'Hello' });
    expect(message.warnings).toEqual(['header field to is too long and was cut']);
  });
});
