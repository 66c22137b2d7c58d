import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { createMailDesk, type MailDesk, plainMail } from '../../../../test/mail-desk.ts';

let desk: MailDesk;
let admin: ApiClient;
beforeAll(async () => {
  desk = await createMailDesk();
  admin = await desk.as();
});
afterAll(() => desk.close());

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A picture part; `tail` distinguishes the bytes. */
const picture = (contentId: string, tail: string, headers: string[] = []) => [
  '--r',
  `Content-Type: image/png; name="${tail}.png"`,
  ...headers,
  `Content-ID: <${contentId}>`,
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.concat([Buffer.from(dot, 'base64'), Buffer.from(tail)]).toString('base64'),
];

function htmlMail(html: string, parts: string[][], options: Parameters<typeof plainMail>[0] = {}): string {
  return plainMail({
    ...options,
    headers: [
      ...(options.headers ?? []),
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary="r"; type="text/html"',
    ],
    body: ['--r', 'Content-Type: text/html; charset=utf-8', '', html, ...parts.flat(), '--r--', ''].join('\r\n'),
  });
}

/** Messages of a conversation as an agent gets them, oldest first, with the file behind each picture. */
async function shown(conversationId: number) {
  const { rows } = await desk.pool.query('select uuid from conversations where id = $1', [conversationId]);
  const { data } = await admin.call('messages.list', { params: { uuid: rows[0].uuid } });
  return Promise.all(
    data.results.toReversed().map(async (message) => {
      const sources = [...message.content.matchAll(/<img[^>]* src="([^"]*)"/g)].map((match) => match[1]!);
      const tails = sources.map(async (source) => {
        if (!source.startsWith('http://desk.test/')) return source;
        const response = await admin.fetch(new URL(source).pathname);
        return Buffer.from(await response.arrayBuffer())
          .toString('latin1')
          .slice(-4);
      });
      return { message, tails: await Promise.all(tails) };
    }),
  );
}

describe('inline images', () => {
  it('are shown: without disposition, with ids that begin alike, encoded, and as upper-case uuids', async () => {
    const uuid = 'ABCDEF01-2345-6789-ABCD-EF0123456789';
    const html =
      '<p><img src="cid:img1"><img src="cid:img10"><img src="CID:part%2Bone@x"><img src="cid:abcdef01-2345-6789-abcd-ef0123456789"><img src="cid:nowhere"></p>';
    const raw = await desk.take(
      htmlMail(html, [
        picture('img1', 'one1'),
        picture('img10', 'ten0', ['Content-Disposition: inline']),
        picture('part+one@x', 'plus'),
        picture(uuid, 'uuid'),
        picture('never-shown', 'rest'),
      ]),
    );
    const [{ message, tails }] = (await shown(raw.decision.conversation_id!)) as [Awaited<ReturnType<typeof shown>>[0]];
    expect(tails.slice(0, 4)).toEqual(['one1', 'ten0', 'plus', 'uuid']);
    expect(message.content).not.toContain('img1"');
    const listed = message.attachments.map((file) => [file.name, file.disposition, file.content_id]);
    expect(listed).toContainEqual(['one1.png', 'inline', null]);
    expect(listed).toContainEqual(['rest.png', 'attachment', null]);
    const { rows } = await desk.pool.query('select content from messages where raw_mail_id = $1', [raw.id]);
    expect(rows[0].content).toContain('src="cid:img1"');
  });

  it('of an earlier mail are shown where they are quoted, and own ones come first', async () => {
    const id = 'first@images.example';
    const first = await desk.take(
      htmlMail('<img src="cid:logo"><img src="cid:1">', [picture('logo', 'logo'), picture('1', 'old1')], { id }),
    );
    await desk.take(
      htmlMail('<img src="cid:1"><blockquote><img src="cid:logo"></blockquote>', [picture('1', 'new1')], {
        headers: [`In-Reply-To: <${id}>`],
      }),
    );
    const messages = await shown(first.decision.conversation_id!);
    expect(messages.map((one) => one.tails)).toEqual([
      ['logo', 'old1'],
      ['new1', 'logo'],
    ]);
  });

  it('are not taken from other conversations', async () => {
    const other = await desk.take(htmlMail('<img src="cid:logo">', [], { from: 'thief@customer.example' }));
    const [{ tails }] = (await shown(other.decision.conversation_id!)) as [Awaited<ReturnType<typeof shown>>[0]];
    expect(tails.filter((tail) => tail === 'logo')).toEqual([]);
  });

  it('cannot be found in attached HTML, which is no part of the body', async () => {
    const raw = await desk.take(
      plainMail({
        headers: ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="m"'],
        body: [
          '--m',
          'Content-Type: text/plain',
          '',
          'See the page.',
          '--m',
          'Content-Type: text/html; name="page.html"',
          'Content-Disposition: attachment; filename="page.html"',
          '',
          '<script>alert(1)</script><p>not the body</p>',
          '--m--',
        ].join('\r\n'),
      }),
    );
    const [{ message }] = (await shown(raw.decision.conversation_id!)) as [Awaited<ReturnType<typeof shown>>[0]];
    expect(message.content).not.toContain('not the body');
    const file = message.attachments.find((one) => one.name === 'page.html')!;
    const response = await admin.fetch(new URL(file.url).pathname);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });
});
