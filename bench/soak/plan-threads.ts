import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';
import { letter, person, subject } from '../texts.ts';

/** A mail that a customer will write, without what is only known when it is sent. */
export interface Letter {
  /** Without brackets. */
  message_id: string;
  body: string;
  /** A file that comes with it. */
  file: { name: string; bytes: Buffer; sha256: string } | null;
}

/** What one customer writes about one thing, one letter after the other: it must become one conversation. */
export interface Thread {
  key: number;
  name: string;
  address: string;
  inbox_address: string;
  subject: string;
  letters: Letter[];
  /** Letters that were answered with 250, in order. */
  accepted: number;
  /** Message-IDs of the agents' replies so far, which the next letter answers. */
  replies: string[];
}

/** Plans `mails` letters in threads of one to six; some customers have two threads, which must not be mixed up. */
export function planThreads(random: Random, mails: number, seed: number, inboxes: readonly string[]): Thread[] {
  const threads: Thread[] = [];
  for (let left = mails; left > 0; ) {
    const key = threads.length;
    const count = Math.min(left, random.int(1, 6));
    const before = threads[key - 1];
    const isSameCustomer = before !== undefined && random.next() < 0.25;
    const { first_name, last_name } = person(random);
    threads.push({
      key,
      name: isSameCustomer ? before.name : `${first_name} ${last_name}`,
      address: isSameCustomer ? before.address : `${first_name}.${last_name}.${key}@customer.example`.toLowerCase(),
      inbox_address: random.pick(inboxes),
      subject: `${subject(random)} #${key}`,
      letters: Array.from({ length: count }, (_, index) => ({
        message_id: `soak-${seed}-${key}-${index}@customer.example`,
        body: letter(random, 'contact'),
        file: random.next() < 0.3 ? makeFile(random, `photo-${key}-${index}.bin`) : null,
      })),
      accepted: 0,
      replies: [],
    });
    left -= count;
  }
  return threads;
}

function makeFile(random: Random, name: string): NonNullable<Letter['file']> {
  const bytes = Buffer.alloc(random.int(500, 60_000));
  for (let i = 0; i < bytes.length; i++) bytes[i] = random.int(0, 255);
  return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The letter's source. It answers the last reply when there is one, else the letter before it. */
export function writeLetter(thread: Thread, index: number): string {
  const { message_id, body, file } = thread.letters[index]!;
  const answered = thread.replies.at(-1) ?? thread.letters[index - 1]?.message_id;
  const text = `Content-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;
  const lines = [
    `From: ${thread.name} <${thread.address}>`,
    `To: <${thread.inbox_address}>`,
    `Subject: ${index === 0 ? '' : 'Re: '}${thread.subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${message_id}>`,
    ...(answered === undefined ? [] : [`In-Reply-To: <${answered}>`, `References: <${answered}>`]),
    'MIME-Version: 1.0',
  ];
  if (!file) return `${lines.join('\r\n')}\r\n${text}`;
  const encoded = file.bytes.toString('base64').replace(/(.{76})/g, '$1\r\n');
  return [
    ...lines,
    'Content-Type: multipart/mixed; boundary=parts',
    '',
    `--parts\r\n${text}`,
    '--parts',
    `Content-Type: application/octet-stream; name=${file.name}`,
    `Content-Disposition: attachment; filename=${file.name}`,
    'Content-Transfer-Encoding: base64',
    '',
    encoded,
    '--parts--',
    '',
  ].join('\r\n');
}
