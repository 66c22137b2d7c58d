import { type AddressObject, simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import type { OutboundMessage } from '../../channel.ts';
import { composeMail } from './compose-mail.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

function outbound(changes: Partial<OutboundMessage> = {}): OutboundMessage {
  return {
    external_id: '0b0ccf2a-9b53-4b1c-8f1d-0d7e27c11d35-1700000000000000000-x1@shop.example',
    conversation_uuid: '0b0ccf2a-9b53-4b1c-8f1d-0d7e27c11d35',
    from: { name: 'Shop, Zoë "the" Desk', address: 'help@shop.example' },
    to: ['ann@customer.example'],
    cc: ['boss@customer.example'],
    bcc: ['audit@shop.example'],
    reply_to: null,
    subject: 'Re: Größe – wrong size 📦',
    references: [],
    in_reply_to: null,
    html: '<p>Hello <b>Ann</b>,</p><p>see <a href="https://shop.example/r">the page</a>.</p>',
    attachments: [],
    auto_submitted: null,
    date: '2026-03-01T09:30:00.000Z',
    ...changes,
  };
}

const headersOf = (raw: Buffer): string => raw.toString('latin1').split('\r\n\r\n')[0] ?? '';
const unfolded = (raw: Buffer): string[] =>
  headersOf(raw)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
const header = (raw: Buffer, name: string): string | undefined =>
  unfolded(raw)
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim();

describe('composeMail', () => {
  it('writes a mail that is read back as it was meant', async () => {
    const { raw, envelope } = await composeMail(outbound());
    const mail = await simpleParser(raw);
    expect(mail.messageId).toBe('<0b0ccf2a-9b53-4b1c-8f1d-0d7e27c11d35-1700000000000000000-x1@shop.example>');
    expect(mail.from?.value).toEqual([{ name: 'Shop, Zoë "the" Desk', address: 'help@shop.example' }]);
    expect((mail.to as AddressObject).text).toBe('ann@customer.example');
    expect((mail.cc as AddressObject).text).toBe('boss@customer.example');
    expect(mail.subject).toBe('Re: Größe – wrong size 📦');
    expect(mail.date?.toISOString()).toBe('2026-03-01T09:30:00.000Z');
    expect(mail.html).toContain('<b>Ann</b>');
    expect(mail.text).toContain('Hello Ann,');
    expect(mail.text).toContain('the page <https://shop.example/r>');
    expect(envelope).toEqual({
      from: 'help@shop.example',
      to: ['ann@customer.example', 'boss@customer.example', 'audit@shop.example'],
      fallback_from: null,
    });
  });

  it('carries the headers of the conversation and never Bcc', async () => {
    const { raw } = await composeMail(outbound());
    expect(unfolded(raw)).toContain('X-Bellhop-Loop-Prevention: help@shop.example');
    expect(unfolded(raw)).toContain('X-Bellhop-Conversation-UUID: 0b0ccf2a-9b53-4b1c-8f1d-0d7e27c11d35');
    expect(unfolded(raw)).toContain('MIME-Version: 1.0');
    expect(header(raw, 'Date')).toBe('Sun, 01 Mar 2026 09:30:00 +0000');
    expect(header(raw, 'Content-Type')).toMatch(/^multipart\/alternative/);
    expect(raw.toString('latin1')).not.toContain('audit@shop.example');
    for (const absent of [
      'Bcc',
      'Reply-To',
      'In-Reply-To',
      'References',
      'Auto-Submitted',
      'X-Auto-Response-Suppress',
    ]) {
      expect(header(raw, absent)).toBeUndefined();
    }
  });

  it('threads by In-Reply-To and References', async () => {
    const { raw } = await composeMail(
      outbound({ in_reply_to: 'c@x.example', references: ['a@x.example', '<001c$abc$@x.y@z>', 'c@x.example'] }),
    );
    expect(header(raw, 'In-Reply-To')).toBe('<c@x.example>');
    expect(header(raw, 'References')).toBe('<a@x.example> <001c$abc$@x.y@z> <c@x.example>');
    expect((await simpleParser(raw)).references).toEqual(['<a@x.example>', '<001c$abc$@x.y@z>', '<c@x.example>']);
  });

  it('keeps the first and the newest ids of a long thread, on short lines', async () => {
    const references = Array.from(
      { length: 200 },
      (_, index) => `${String(index).padStart(3, '0')}-${'x'.repeat(60)}@mail.example`,
    );
    const { raw } = await composeMail(outbound({ references, in_reply_to: references[199] ?? null }));
    const kept = header(raw, 'References') ?? '';
    expect(kept.startsWith('<000-')).toBe(true);
    expect(kept.endsWith(`<${references[199]}>`)).toBe(true);
    expect(kept.split(' ').length).toBeGreaterThan(5);
    expect(kept.length).toBeLessThan(998);
    expect(
      Math.max(
        ...headersOf(raw)
          .split('\r\n')
          .map((line) => line.length),
      ),
    ).toBeLessThan(200);
  });

  it('sets Reply-To, punycode for a foreign domain, and the language of names', async () => {
    const { raw } = await composeMail(
      outbound({ reply_to: 'help+conv-1@shop.example', from: { name: '', address: 'help@bücher.example' } }),
    );
    expect(header(raw, 'Reply-To')).toBe('help+conv-1@shop.example');
    expect(header(raw, 'From')).toBe('help@xn--bcher-kva.example');
  });

  it('marks automated mail and gives it the null sender', async () => {
    const { raw, envelope } = await composeMail(outbound({ auto_submitted: 'auto-replied' }));
    expect(header(raw, 'Auto-Submitted')).toBe('auto-replied');
    expect(header(raw, 'X-Auto-Response-Suppress')).toBe('All');
    expect(envelope.from).toBe('');
    expect(envelope.fallback_from).toBe('help@shop.example');
  });

  it('puts cid images beside the HTML and files behind it', async () => {
    const { raw } = await composeMail(
      outbound({
        html: '<p>Look: <img src="cid:bellhop-1@x"></p>',
        attachments: [
          { filename: 'pixel.png', content_type: 'image/png', content_id: 'bellhop-1@x', content: png },
          {
            filename: 'Rechnung März – 東京.pdf',
            content_type: 'application/pdf',
            content_id: null,
            content: Buffer.from('%PDF-1.4'),
          },
          { filename: 'a"b\\c.txt', content_type: 'text/plain', content_id: null, content: Buffer.from('grün') },
        ],
      }),
    );
    const mail = await simpleParser(raw, { skipImageLinks: true });
    const [image, pdf, text] = mail.attachments;
    expect(image).toMatchObject({
      cid: 'bellhop-1@x',
      related: true,
      contentDisposition: 'inline',
      filename: 'pixel.png',
    });
    expect(image?.content.equals(png)).toBe(true);
    expect(pdf).toMatchObject({
      filename: 'Rechnung März – 東京.pdf',
      contentType: 'application/pdf',
      contentDisposition: 'attachment',
    });
    expect(pdf?.related).not.toBe(true);
    expect(text).toMatchObject({ filename: 'a"b\\c.txt', contentDisposition: 'attachment' });
    expect(text?.content.toString()).toBe('grün');
    expect(mail.html).toContain('cid:bellhop-1@x');
    expect(mail.text).toBe('Look:\n');
    const source = raw.toString('latin1');
    expect(source).toMatch(/filename\*0\*=utf-8''Rechnung/i);
    const order = [
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ];
    const places = order.map((type) => source.indexOf(`Content-Type: ${type}`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(-1);
  });

  it('is pure 7-bit with CRLF line ends and short lines, whatever is in it', async () => {
    const { raw } = await composeMail(
      outbound({
        html: `<p>${'long '.repeat(2000)}ü</p>\n.\nFrom here`,
        attachments: [
          {
            filename: 'mail.eml',
            content_type: 'message/rfc822',
            content_id: null,
            content: Buffer.from('Subject: ü\r\n\r\nü'),
          },
          { filename: 'odd', content_type: 'not a type\r\nX-Bad: 1', content_id: null, content: png },
        ],
      }),
    );
    expect(raw.every((byte) => byte < 0x80 && byte !== 0)).toBe(true);
    const lines = raw.toString('latin1').split('\r\n');
    expect(lines.every((line) => line.length <= 998 && !line.includes('\n') && !line.includes('\r'))).toBe(true);
    const mail = await simpleParser(raw);
    expect(raw.toString('latin1').match(/^Content-Type: application\/octet-stream/gm)).toHaveLength(2);
    expect(mail.attachments[0]?.content.toString()).toBe('Subject: ü\r\n\r\nü');
  });

  it('lets no value start a header of its own', async () => {
    const evil = 'x\r\nX-Evil: yes\r\n\r\nbody';
    const { raw, envelope } = await composeMail(
      outbound({
        external_id: `id@x${evil}`,
        conversation_uuid: evil,
        from: { name: evil, address: 'help@shop.example' },
        to: [`ann@customer.example\r\nX-Evil: yes`],
        reply_to: `r@shop.example\r\nX-Evil: yes`,
        subject: evil,
        references: [evil],
        in_reply_to: evil,
        attachments: [
          { filename: evil, content_type: 'text/plain', content_id: `c${evil}`, content: Buffer.from('x') },
        ],
      }),
    );
    expect(raw.toString('latin1')).not.toMatch(/^X-Evil/im);
    expect(envelope.to.join()).not.toMatch(/[\r\n]/);
    expect((await simpleParser(raw)).headers.has('x-evil')).toBe(false);
  });

  it('makes a valid mail of nothing but a file', async () => {
    const { raw } = await composeMail(
      outbound({
        html: '',
        attachments: [{ filename: 'a.bin', content_type: 'application/zip', content_id: null, content: png }],
      }),
    );
    const mail = await simpleParser(raw);
    expect(mail.attachments).toHaveLength(1);
    expect(raw.toString('latin1')).toContain('multipart/alternative');
  });

  it('takes a given text instead of making one', async () => {
    const { raw } = await composeMail(outbound({ text: 'Written by hand' }));
    expect((await simpleParser(raw)).text?.trim()).toBe('Written by hand');
  });
});
