import { setTimeout as pause } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import pg from 'pg';
import { createMailParserPool } from '../../apps/server/src/channels/email/parse/index.ts';
import type { Product } from '../product.ts';
import { createRandom } from '../random.ts';
import { table } from '../statistics.ts';
import { letter, person, subject } from '../texts.ts';

interface Mail {
  raw: Buffer;
  from: string;
  /** What the Message-IDs of a set of mails begin with. */
  prefix: string;
}

/** Mails of the usual shapes: most are text and HTML, every fifth brings a file, every third answers an earlier one. */
function makeMails(count: number, seed: number): Mail[] {
  const random = createRandom(seed);
  const file = Buffer.alloc(24_000, 7)
    .toString('base64')
    .replace(/(.{76})/g, '$1\r\n');
  const mails: Mail[] = [];
  for (let i = 0; i < count; i++) {
    // Who answers is who asked.
    const asked = i % 3 === 2 ? mails[i - 2] : undefined;
    const { first_name, last_name } = person(random);
    const from = asked?.from ?? `${first_name}.${last_name}.${i % 400}@sender.example`.toLowerCase();
    const body = letter(random, 'contact');
    const answers = asked
      ? `In-Reply-To: <bench-${seed}-${i - 2}@sender.example>\r\nReferences: <bench-${seed}-${i - 2}@sender.example>\r\n`
      : '';
    const alternative = `--alt\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n--alt\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<div style="color:#222"><p>${body}</p></div>\r\n--alt--\r\n`;
    const content =
      i % 5 === 4
        ? `Content-Type: multipart/mixed; boundary=mix\r\n\r\n--mix\r\nContent-Type: multipart/alternative; boundary=alt\r\n\r\n${alternative}--mix\r\nContent-Type: application/pdf; name=receipt.pdf\r\nContent-Disposition: attachment; filename=receipt.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}\r\n--mix--\r\n`
        : `Content-Type: multipart/alternative; boundary=alt\r\n\r\n${alternative}`;
    const head = `From: ${first_name} ${last_name} <${from}>\r\nTo: support@bellhop.local\r\nSubject: ${subject(random)}\r\nMessage-ID: <bench-${seed}-${i}@sender.example>\r\nDate: Mon, 16 Nov 2026 09:00:00 +0000\r\n${answers}MIME-Version: 1.0\r\n`;
    mails.push({ raw: Buffer.from(head + content), from, prefix: `bench-${seed}` });
  }
  return mails;
}

/** Mails a second from the SMTP client's first byte to the last stored message, beside the parser alone on the same mails. */
export async function benchMailIn(product: Product, count: number): Promise<{ text: string }> {
  const seed = Date.now() % 1_000_000_000;
  const mails = makeMails(count, seed);
  const parser = createMailParserPool({ threads: 1, timeoutMs: 30_000, maxMemoryMb: 512 });
  for (const { raw } of mails.slice(0, 50)) await parser.parse(raw);
  const parseStart = performance.now();
  for (const { raw } of mails) await parser.parse(raw);
  const parseRate = count / ((performance.now() - parseStart) / 1000);
  await parser.close();

  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  // Counted among the newest alone: a look through all messages every few milliseconds would be most of what is measured.
  const { rows } = await pool.query('select coalesce(max(id), 0) as id from messages');
  const stored = async (prefix: string) => {
    const counting = 'select count(*)::int as n from messages where id > $1 and source_id like $2';
    return (await pool.query<{ n: number }>(counting, [rows[0].id, `${prefix}-%`])).rows[0]!.n;
  };
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: product.smtp_port,
    pool: true,
    maxConnections: 10,
    maxMessages: 10_000,
    ignoreTLS: true,
  });
  const deliver = (some: Mail[]) =>
    Promise.all(
      some.map(({ raw, from }) => transport.sendMail({ envelope: { from, to: ['support@bellhop.local'] }, raw })),
    );
  const untilStored = async (some: Mail[]) => {
    while ((await stored(some[0]!.prefix)) < some.length) await pause(25);
  };
  // Threads, plans and compiled code are what a running product has.
  const first = makeMails(200, seed + 1);
  await deliver(first);
  await untilStored(first);
  const start = performance.now();
  await deliver(mails);
  const accepted = performance.now();
  await untilStored(mails);
  const rate = count / ((performance.now() - start) / 1000);
  transport.close();
  await pool.end();
  const text = table(
    ['mail in', 'mails a second', 'ratio to the parser alone'],
    [
      ['the MIME parser alone, one thread', parseRate, 1],
      ['accepted by SMTP (stored durably)', count / ((accepted - start) / 1000), ''],
      ['stored, threaded and broadcast', rate, rate / parseRate],
    ],
  );
  return { text };
}
