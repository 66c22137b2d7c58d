import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createMailParserPool } from '../../apps/server/src/channels/email/parse/index.ts';
import { databaseSeconds, processorSeconds } from '../processor.ts';
import type { Product } from '../product.ts';
import { createRandom } from '../random.ts';
import { connectPeer } from '../smtp-peer.ts';
import { table } from '../statistics.ts';
import { letter, person, subject } from '../texts.ts';

interface Mail {
  raw: Buffer;
  from: string;
  to: string;
}

const inbox = 'support@bellhop.local';
/** What a large mail server opens to one receiver (Postfix, `default_destination_concurrency_limit`). */
const connections = 20;

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
    const head = `From: ${first_name} ${last_name} <${from}>\r\nTo: ${inbox}\r\nSubject: ${subject(random)}\r\nMessage-ID: <bench-${seed}-${i}@sender.example>\r\nDate: Mon, 16 Nov 2026 09:00:00 +0000\r\n${answers}MIME-Version: 1.0\r\n`;
    mails.push({ raw: Buffer.from(head + content), from, to: inbox });
  }
  return mails;
}

/**
 * Mails a second from the SMTP client's first byte to the last stored message, beside the parser alone on the same mails: handed over
 * one at a time, and several together as the product does. Processor time of each part says what the two cores could do at best.
 */
export async function benchMailIn(product: Product, count: number): Promise<{ text: string }> {
  const seed = Date.now() % 1_000_000_000;
  const mails = makeMails(count, seed);
  // Threads, plans and compiled code are what a running product has, and a running parser.
  const first = makeMails(count, seed + 1);
  const parser = await parserRates(first, mails);
  const { accepted, stored, spent } = await takeIn(product, first, mails);
  const perMail = (seconds: number) => ((seconds * 1000) / count).toFixed(2);
  return {
    text: [
      table(
        ['mail in', 'mails a second', 'ratio to the parser alone', 'to it, handed several'],
        [
          ['the MIME parser alone, one thread, a mail at a time', parser.single, 1, ''],
          ['the MIME parser alone, one thread, handed several', parser.together, '', 1],
          ['accepted by SMTP (stored durably)', accepted, '', ''],
          ['stored, threaded and broadcast', stored, stored / parser.single, stored / parser.together],
        ],
      ),
      `Processor time of a mail, ms: server ${perMail(spent.server)}, PostgreSQL ${perMail(spent.database)}, sender ${perMail(spent.sender)}; the parser alone ${perMail(parser.seconds)}.\n`,
    ].join('\n'),
  };
}

async function parserRates(first: readonly Mail[], mails: readonly Mail[]) {
  const parser = createMailParserPool({ threads: 1, timeoutMs: 30_000, maxMemoryMb: 512 });
  const rate = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return mails.length / ((performance.now() - start) / 1000);
  };
  for (const { raw } of first) await parser.parse(raw);
  const single = await rate(async () => {
    for (const { raw } of mails) await parser.parse(raw);
  });
  const before = process.cpuUsage();
  const together = await rate(() => Promise.all(mails.map(({ raw }) => parser.parse(raw))));
  const { user, system } = process.cpuUsage(before);
  await parser.close();
  return { single, together, seconds: (user + system) / 1e6 };
}

/** Hands the mails over, after the first ones; rates until the last one is accepted and until it is stored, and processor seconds. */
async function takeIn(product: Product, first: readonly Mail[], mails: readonly Mail[]) {
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const peer = await connectPeer(product.smtp_port, connections);
  const { rows } = await pool.query<{ id: string }>('select coalesce(max(id), 0) as id from messages');
  // An index holds what waits: counting what is stored, every few milliseconds, would be much of what is measured.
  const waiting = "select exists (select from raw_mails where state = 'stored') as some";
  const untilStored = async () => {
    while ((await pool.query<{ some: boolean }>(waiting)).rows[0]!.some) await pause(10);
  };
  const spentSoFar = async () => ({
    server: await processorSeconds(product.pid),
    database: await databaseSeconds(product.data_dir),
    sender: await processorSeconds(process.pid),
  });
  await peer.deliver(first);
  await untilStored();
  const before = await spentSoFar();
  const start = performance.now();
  await peer.deliver(mails);
  const accepted = performance.now();
  await untilStored();
  const stored = performance.now();
  const after = await spentSoFar();
  const counting = "select count(*)::int as n from messages where id > $1 and type = 'incoming'";
  const { n } = (await pool.query<{ n: number }>(counting, [rows[0]!.id])).rows[0]!;
  peer.close();
  await pool.end();
  if (n !== first.length + mails.length) throw new Error(`${first.length + mails.length} mails made ${n} messages`);
  const rate = (end: number) => mails.length / ((end - start) / 1000);
  const since = (part: keyof typeof after) => after[part] - before[part];
  return {
    accepted: rate(accepted),
    stored: rate(stored),
    spent: { server: since('server'), database: since('database'), sender: since('sender') },
  };
}
