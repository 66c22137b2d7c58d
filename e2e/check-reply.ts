import type { ParsedMail } from 'mailparser';
import { expect } from 'vitest';

/** What a correct answer to a customer's mail holds. */
export interface ExpectedReply {
  from: string;
  to: string;
  subject: string;
  conversation_uuid: string;
  /** Message-ID of the customer's mail, with brackets. */
  in_reply_to: string;
  text: string;
  /** Null where the mailbox has not shown that it delivers plus addresses. */
  reply_to: string | null;
  picture: Buffer;
  attachments: { filename: string; content: Buffer }[];
}

/** Holds an answer that went out against behaviour 2.4 and 2.5: headers, thread, alternative text, picture, files. */
export function checkReply(raw: Buffer, mail: ParsedMail, expected: ExpectedReply): void {
  expect(mail.from?.value.map(({ address }) => address)).toEqual([expected.from]);
  expect(addressesOf(mail.to)).toEqual([expected.to]);
  expect(mail.cc).toBeUndefined();
  expect(mail.subject).toBe(expected.subject);
  expect(mail.messageId).toMatch(/^<[^\s<>]+@[^\s<>]+>$/);
  expect(mail.inReplyTo).toBe(expected.in_reply_to);
  expect([mail.references].flat()).toContain(expected.in_reply_to);
  expect(mail.headers.get('x-bellhop-conversation-uuid')).toBe(expected.conversation_uuid);
  expect(mail.headers.get('x-bellhop-loop-prevention')).toBe(expected.from);
  expect(mail.headers.has('auto-submitted')).toBe(false);
  expect(mail.replyTo?.value.map(({ address }) => address) ?? null).toEqual(
    expected.reply_to === null ? null : [expected.reply_to],
  );

  expect(mail.text).toContain(expected.text);
  expect(mail.html).toContain(expected.text);
  const inline = mail.attachments.filter((file) => file.related);
  expect(inline).toHaveLength(1);
  expect(inline[0]!.content.equals(expected.picture)).toBe(true);
  expect(inline[0]!.contentType).toBe('image/png');
  expect(inline[0]!.contentDisposition).toBe('inline');
  // simpleParser writes cid pictures into `html`; the source has to name them.
  expect(partsOf(raw)).toEqual(
    expect.arrayContaining([
      'multipart/mixed',
      'multipart/alternative',
      'multipart/related',
      'text/plain',
      'text/html',
    ]),
  );
  const html = textOf(raw, 'text/html');
  expect(html).toContain(`src="cid:${inline[0]!.cid}"`);
  expect(html).not.toContain('/uploads/');
  const files = mail.attachments.filter((file) => !file.related);
  expect(files.map(({ filename }) => filename)).toEqual(expected.attachments.map(({ filename }) => filename));
  for (const [index, { content }] of expected.attachments.entries()) {
    expect(files[index]!.content.equals(content)).toBe(true);
    expect(files[index]!.contentDisposition).toBe('attachment');
  }
}

function addressesOf(field: ParsedMail['to']): (string | undefined)[] {
  return [field ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address));
}

function partsOf(raw: Buffer): string[] {
  return [...raw.toString('latin1').matchAll(/^content-type:\s*([\w/+.-]+)/gim)].map(([, type]) => type!.toLowerCase());
}

/** The decoded text of the first part of a type, as it was written. */
function textOf(raw: Buffer, type: string): string {
  const part = raw
    .toString('latin1')
    .split(/\r\n--[^\r\n]+\r\n/)
    .find((each) => new RegExp(`^content-type:\\s*${type}`, 'im').test(each))!;
  const [head, ...body] = part.split('\r\n\r\n');
  const encoded = body.join('\r\n\r\n');
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(head!)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(encoded, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return encoded;
  return encoded
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
