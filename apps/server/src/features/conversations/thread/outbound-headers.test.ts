import { describe, expect, test } from 'vitest';
import type { ThreadMail } from './outbound.queries.ts';
import { fromMailbox, outboundSubject, replyToOf, threadOf } from './outbound-headers.ts';

describe('the subject', () => {
  test.each([
    ['Broken lamp', true, 'Broken lamp'],
    ['Broken lamp', false, 'Re: Broken lamp'],
    ['RE: Broken lamp', false, 'RE: Broken lamp'],
    ['Aw: Kaputt', false, 'Aw: Kaputt'],
    ['回复：坏了', false, '回复：坏了'],
    ['Re[2]: Broken lamp', false, 'Re[2]: Broken lamp'],
    ['Regarding: the lamp', false, 'Re: Regarding: the lamp'],
    ['Broken\r\nBcc: everybody@customer.example', true, 'Broken Bcc: everybody@customer.example'],
  ])('%j, first: %s', (subject, isFirst, expected) => {
    expect(outboundSubject(subject, isFirst)).toBe(expected);
  });
});

describe('threading', () => {
  const mail = (type: string, mail_id: string, references: string[] = [], is_auto_reply = false): ThreadMail => ({
    type,
    mail_id,
    references,
    is_auto_reply,
  });

  test('nothing for a first mail', () => {
    expect(threadOf([])).toEqual({ in_reply_to: null, references: [] });
  });

  test('the latest incoming mail is the parent, with what it refers to', () => {
    const mails = [mail('outgoing', 'ours'), mail('incoming', 'new', ['root', 'ours-1']), mail('incoming', 'root')];
    expect(threadOf(mails)).toEqual({ in_reply_to: 'new', references: ['root', 'ours-1', 'new'] });
  });

  test("a person's before a machine's", () => {
    const mails = [mail('incoming', 'vacation', [], true), mail('incoming', 'person')];
    expect(threadOf(mails).in_reply_to).toBe('person');
    expect(threadOf(mails.slice(0, 1)).in_reply_to).toBe('vacation');
  });

  test('without any, our latest one, behind those before it', () => {
    const mails = [mail('outgoing', 'second'), mail('outgoing', 'first')];
    expect(threadOf(mails)).toEqual({ in_reply_to: 'second', references: ['first', 'second'] });
  });
});

describe('Reply-To', () => {
  const uuid = '7e2c4d3a-5b6f-4a1b-8c9d-0e1f2a3b4c5d';
  test.each([
    ['own@shop.example', 'answers@shop.example', true, 'own@shop.example'],
    [undefined, 'answers@shop.example', true, `answers+conv-${uuid}@shop.example`],
    [undefined, '', true, `help+conv-${uuid}@shop.example`],
    [undefined, 'answers@shop.example', false, 'answers@shop.example'],
    [undefined, '', false, null],
  ])('%s, %j, plus addresses: %s', (own, reply_to, enable_plus_addressing, expected) => {
    expect(replyToOf({ address: 'help@shop.example', reply_to, enable_plus_addressing }, uuid, own)).toBe(expected);
  });
});

describe('From', () => {
  const plain = { name: 'Shop', address: 'help@shop.example' };
  const inbox = (from_name_template: string) => ({ name: 'Support', from_name_template });
  const ana = { first_name: 'Ana', last_name: '' };
  test.each([
    ['{{ .Agent.FirstName }} of {{ .Inbox.Name }}', ana, 'Ana of Support'],
    ['{{Agent.FullName}}', ana, 'Ana'],
    ['{{ .Agent.LastName }}', ana, 'Shop'],
    ['{{ .Agent.Nothing }}', ana, 'Shop'],
    ['', ana, 'Shop'],
    ['{{ .Agent.FirstName }}', null, 'Shop'],
  ])('%j', (template, agent, name) => {
    expect(fromMailbox(plain, inbox(template), agent)).toEqual({ name, address: 'help@shop.example' });
  });
});
