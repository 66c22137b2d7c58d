import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { InboundMessage } from '../../channel.ts';
import { parseHeadersOnly } from './headers-only.ts';
import { createMailParserPool } from './mail-parser-pool.ts';
import { exceptions } from './testing/corpus-exceptions.ts';
import { expectSoundMessage } from './testing/message-check.ts';

/** A collection of real mails kept beside the repository, with the values that their sources' own tests assert. */
const folder = join(import.meta.dirname, '../../../../../../../shared/mail');
const isThere = existsSync(join(folder, 'expected.json'));

interface Person {
  name: string | null;
  email?: string;
  address?: string | null;
}

interface Expected {
  by: string;
  subject?: string;
  from?: Person | null;
  to?: Person[];
  cc?: Person[];
  dateUtc?: string;
  text?: string;
  html?: string;
  hasHtml?: boolean;
  replyText?: string;
  attachmentCount?: number;
  attachmentNames?: string[];
  attachments?: { filename: string; size: number; cid?: string | null }[];
  bounce?: boolean | null;
  autoReply?: boolean;
  recipients?: string[];
  status?: string;
}

const names = isThere
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.eml'))
      .sort()
  : [];
const expected: Record<string, Expected> = isThere
  ? JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
  : {};
const bytesOf = (name: string) => readFileSync(join(folder, name));

const pool = createMailParserPool({ threads: 2, timeoutMs: 25_000, maxMemoryMb: 256 });
afterAll(() => pool.close());

const title = isThere
  ? 'the collection of real mails'
  : 'the collection of real mails (skipped: ../shared/mail is not beside the repository)';

describe.skipIf(!isThere)(title, () => {
  test.each(names)('%s', async (name) => {
    const message = await pool.parse(bytesOf(name));
    expectSoundMessage(message);
    expect(somethingIsKept(message) || emptyMails.has(name)).toBe(true);
    const wanted = expected[name];
    const differences = wanted === undefined ? {} : compare(message, wanted);
    const excused = exceptions[name] ?? {};
    // Both ways: a difference needs its reason, and a reason its difference.
    expect(Object.keys(differences).sort(), JSON.stringify(differences, null, 1)).toEqual(Object.keys(excused).sort());
  });

  test('each also survives in its short form', () => {
    for (const name of names) expectSoundMessage(parseHeadersOnly(bytesOf(name), 'timeout'));
  });
});

/** Mails that hold neither text nor file. */
const emptyMails = new Set([
  'empty-001.eml',
  'empty-002.eml',
  'empty-003.eml',
  'boundary-003.eml',
  'headers-014.eml',
  'headers-015.eml',
  'nested-006.eml',
]);

function somethingIsKept(message: InboundMessage): boolean {
  return message.content.trim() !== '' || message.attachments.length > 0;
}

type Difference = [expected: unknown, got: unknown];

function compare(message: InboundMessage, wanted: Expected): Record<string, Difference> {
  const found: Record<string, Difference> = {};
  const check = (key: string, want: unknown, got: unknown) => {
    if (JSON.stringify(want) !== JSON.stringify(got)) found[key] = [want, got];
  };
  if (wanted.subject !== undefined) check('subject', tidy(wanted.subject), message.subject);
  if (wanted.from !== undefined)
    check('from', mailboxOf(wanted.from), wanted.from?.name ? message.from : addressOnly(message.from));
  for (const key of ['to', 'cc'] as const) {
    if (wanted[key] !== undefined)
      check(
        key,
        wanted[key].map(addressOf),
        message[key].map((mailbox) => mailbox.address),
      );
  }
  if (wanted.dateUtc !== undefined) check('dateUtc', `${wanted.dateUtc.replace(' ', 'T')}.000Z`, message.sent_at);
  if (wanted.hasHtml !== undefined) check('hasHtml', wanted.hasHtml, message.content_type === 'html');
  if (wanted.html !== undefined) check('html', dense(wanted.html), dense(message.content));
  if (wanted.text !== undefined) {
    const text =
      message.content_type === 'text' ? message.content : (message.plain_alternative ?? message.text_content);
    check('text', tidy(wanted.text), tidy(text));
  }
  if (wanted.replyText !== undefined) {
    const form = wanted.by.includes('white space ignored') ? dense : tidy;
    check('replyText', form(wanted.replyText), form(message.reply_text));
  }
  if (wanted.attachmentCount !== undefined)
    check('attachmentCount', wanted.attachmentCount, message.attachments.length);
  if (wanted.attachmentNames !== undefined) {
    const got = message.attachments.map((file) => file.filename);
    check('attachmentNames', wanted.attachmentNames, got);
  }
  if (wanted.attachments !== undefined) {
    const pair = (file: { filename: string; size: number }) => [file.filename, file.size];
    check('attachments', wanted.attachments.map(pair), message.attachments.map(pair));
  }
  if (wanted.bounce != null) check('bounce', wanted.bounce, message.bounce !== null);
  if (wanted.autoReply !== undefined) check('autoReply', wanted.autoReply, message.machine.is_auto_reply);
  const recipients = message.bounce?.recipients ?? [];
  if (wanted.recipients !== undefined) {
    check('recipients', wanted.recipients.toSorted(), recipients.map((recipient) => recipient.address).sort());
  }
  if (wanted.status !== undefined) check('status', wanted.status, recipients[0]?.status);
  return found;
}

/** Sources disagree on white space at line ends and around a text. */
function tidy(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

function dense(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function addressOf(person: Person): string {
  return (person.email ?? person.address ?? '').toLowerCase();
}

function mailboxOf(person: Person | null): unknown {
  if (person === null) return null;
  return person.name ? { name: person.name, address: addressOf(person) } : addressOf(person);
}

function addressOnly(mailbox: InboundMessage['from']): string | null {
  return mailbox?.address ?? null;
}
