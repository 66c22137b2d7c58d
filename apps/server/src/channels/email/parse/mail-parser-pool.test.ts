import { afterEach, describe, expect, test } from 'vitest';
import { createMailParserPool, createWorkerPool, type MailParserPool } from './mail-parser-pool.ts';
import { mail } from './testing/test-mail.ts';

const options = { threads: 2, timeoutMs: 20_000, maxMemoryMb: 128 };
const worker = new URL('./testing/misbehaving-worker.ts', import.meta.url);
let pool: MailParserPool;

afterEach(() => pool.close());

describe('createMailParserPool', () => {
  test('parses in threads; the caller keeps his bytes', async () => {
    pool = createMailParserPool(options);
    const raw = mail(
      'Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--b\nContent-Type: text/csv; name=a.csv\n\n1,2\n--b\nContent-Type: text/csv; name=b.csv\n\n3,4\n--b--\n',
    );
    const message = await pool.parse(raw);
    expect(message).toMatchObject({ subject: 's', content: 'Hello' });
    expect(message.attachments.map((file) => Buffer.from(file.content).toString())).toEqual(['1,2', '3,4']);
    // Each file owns its bytes: nothing of the mail around it stays in memory.
    expect(message.attachments.map((file) => file.content.buffer.byteLength)).toEqual([3, 3]);
    expect(raw.length).toBeGreaterThan(0);
  });

  test('more mails than threads wait their turn', async () => {
    pool = createMailParserPool({ ...options, threads: 1 });
    const messages = await Promise.all(Array.from({ length: 20 }, (_, i) => pool.parse(mail(`Subject: ${i}\n\nx`))));
    expect(messages.map((message) => message.subject)).toEqual(Array.from({ length: 20 }, (_, i) => String(i)));
  });

  test('close waits for what is under way and refuses the rest', async () => {
    pool = createMailParserPool(options);
    const underWay = pool.parse(mail('Subject: s\n\nx'));
    const closed = pool.close();
    await expect(pool.parse(mail('\nx'))).rejects.toMatchObject({ name: 'MailParseError', reason: 'crash' });
    await closed;
    await expect(underWay).resolves.toMatchObject({ subject: 's' });
  });
});

describe('a thread that misbehaves', () => {
  test.each([
    ['hang', 'timeout', 1_500],
    ['hoard', 'memory', 60_000],
    ['exit', 'crash', 60_000],
    ['stray', 'crash', 60_000],
    ['throw', 'crash', 60_000],
    ['invalid', 'invalid', 60_000],
  ])('%s is a %s, and the next mail is parsed', async (way, reason, timeoutMs) => {
    pool = createWorkerPool(worker, { threads: 1, timeoutMs, maxMemoryMb: 64 });
    const failing = pool.parse(mail(`\n${way}`));
    await expect(failing).rejects.toMatchObject({ name: 'MailParseError', reason });
    await expect(pool.parse(mail('Subject: next\n\nfine'))).resolves.toMatchObject({ subject: 'next' });
  });

  test('mails beside it are not harmed', async () => {
    pool = createWorkerPool(worker, { ...options, maxMemoryMb: 64 });
    const results = await Promise.allSettled(
      ['fine', 'stray', 'fine', 'exit', 'fine', 'fine'].map((way) => pool.parse(mail(`\n${way}`))),
    );
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });
});
