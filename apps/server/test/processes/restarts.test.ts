import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createRandom } from '../../../../bench/random.ts';
import { writeLetters } from '../../../../bench/soak/customers.ts';
import { createDeskProcess, type DeskProcess } from '../../../../bench/soak/desk-process.ts';
import { planThreads } from '../../../../bench/soak/plan-threads.ts';
import { watch } from '../../../../bench/soak/watcher.ts';
import type { ApiClient } from '../api-client.ts';

// The first start makes a database cluster on the disk.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let desk: DeskProcess;
let admin: ApiClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-restarts-'));
  await chmod(folder, 0o755);
  desk = await createDeskProcess(folder, createRandom(process.pid));
  desk.launch();
  await desk.healthy();
  admin = await desk.client();
});
afterAll(async () => {
  await desk.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function until<T>(probe: () => Promise<T | undefined | false>, what: string): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(10)) {
    const found = await probe();
    if (found) return found;
  }
  throw new Error(`waited in vain for ${what}`);
}

const storedIds = async (ids: readonly string[]) =>
  (await desk.rows<{ source_id: string }>('select source_id from messages where source_id = any($1)', [ids])).map(
    (row) => row.source_id,
  );

test('a second start on the same data folder says so in one line and ends', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/cli.ts'), 'start'], {
    env: { ...process.env, BELLHOP_DATA_DIR: desk.data_dir, PORT: '0', BELLHOP_LOCAL_SMTP_PORT: '0', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => lines.push(line));
  }
  const [status] = await once(child, 'close');
  expect(status).toBe(1);
  expect(lines).toEqual([`Bellhop is already running on ${desk.data_dir} (process ${desk.pid()}); stop it first.`]);
  await desk.healthy();
});

test('a database that is killed comes back by itself, and work goes on', async () => {
  const pid = desk.pid();
  const watcher = watch(desk, admin.cookieHeader());
  await until(async () => watcher.heard.connections === 1, 'the socket');
  const statuses: number[] = [];
  let isWatching = true;
  const observed = (async () => {
    while (isWatching) {
      const { status } = await fetch(`${desk.address}/health`);
      if (statuses.at(-1) !== status) statuses.push(status);
      await pause(5);
    }
  })();
  const random = createRandom(7);
  const threads = planThreads(random, 40, 7, ['support@bellhop.local']);
  let accepted = 0;
  const written = writeLetters(threads, {
    smtp_port: desk.smtp_port,
    random,
    onAccepted() {
      accepted += 1;
      if (accepted === 15) process.kill(desk.postmaster()!, 'SIGKILL');
    },
  });
  await written;
  const ids = threads.flatMap((thread) => thread.letters.map((letter) => letter.message_id));
  await until(async () => (await storedIds(ids)).length >= ids.length, 'all mails to be messages');
  isWatching = false;
  await observed;
  expect((await storedIds(ids)).toSorted()).toEqual(ids.toSorted());
  expect(statuses[0]).toBe(200);
  expect(statuses).toContain(503);
  expect(statuses.at(-1)).toBe(200);
  expect(desk.pid()).toBe(pid);
  expect(desk.surprises).toEqual([]);

  const messages = await desk.rows<{ uuid: string }>('select uuid from messages');
  await until(async () => watcher.heard.messages.size === messages.length, 'the socket to hear of all');
  expect([...watcher.heard.messages.values()].every((times) => times === 1)).toBe(true);
  expect(watcher.heard.disorder).toEqual([]);
  expect(watcher.heard.reloads).toBe(0);
  watcher.close();
});

/** A connection to the local SMTP listener that waits for each reply. */
async function speak(): Promise<{ socket: Socket; say(line: string): Promise<string>; heard(): Promise<string> }> {
  const socket = connect(desk.smtp_port, '127.0.0.1');
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const heard = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the connection ended');
      if (/^\d{3} /.test(value)) return value as string;
    }
  };
  await heard();
  return {
    socket,
    heard,
    say(line) {
      socket.write(`${line}\r\n`);
      return heard();
    },
  };
}

test('told to stop, it finishes the mail in DATA, the request and the reply under way, and ends with 0', async () => {
  const message_id = 'in-data-at-the-stop@customer.example';
  const customer = await speak();
  expect(await customer.say('EHLO customer.example')).toMatch(/^250/);
  expect(await customer.say('MAIL FROM:<late@customer.example>')).toMatch(/^250/);
  expect(await customer.say('RCPT TO:<support@bellhop.local>')).toMatch(/^250/);
  expect(await customer.say('DATA')).toMatch(/^354/);
  customer.socket.write(`From: late@customer.example\r\nTo: support@bellhop.local\r\nMessage-ID: <${message_id}>\r\n`);

  const [conversation] = await desk.rows<{ uuid: string }>('select uuid from conversations order by id limit 1');
  const body = JSON.stringify({ message: '<p>Written while it stops.</p>', to: ['late@customer.example'] });
  const posting = request(`${desk.address}/api/v1/conversations/${conversation!.uuid}/messages`, {
    method: 'POST',
    agent: false,
    headers: {
      cookie: admin.cookieHeader(),
      'x-csrftoken': admin.cookies.get('csrf_token'),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  const answered = once(posting, 'response');
  await new Promise((resolve) => posting.write(body.slice(0, 10), resolve));
  // Whoever is answered now came later.
  await desk.healthy();

  const begun = performance.now();
  const stopped = desk.stop();
  await until(async () => (await fetch(`${desk.address}/health`).catch(() => null)) === null, 'no new request');
  posting.end(body.slice(10));
  const [answer] = await answered;
  expect(answer.statusCode).toBe(200);
  answer.resume();
  customer.socket.write('Subject: Late\r\n\r\nIt is broken.\r\n');
  expect(await customer.say('.')).toMatch(/^250/);
  expect(await stopped).toBe(0);
  expect(performance.now() - begun).toBeLessThan(30_000);

  desk.launch();
  await desk.healthy();
  await until(async () => (await storedIds([message_id])).length === 1, 'the mail to be a message');
  await until(
    async () =>
      (await desk.rows("select 1 from messages where type = 'outgoing' and status <> 'sent'")).length === 0 &&
      (await desk.rows("select 1 from messages where text_content like 'Written while it stops%'")).length === 1,
    'the reply to be sent',
  );
  expect(desk.surprises).toEqual([]);
});

test('told to stop in the moment in which its database dies, it ends with 0, and starts again', async () => {
  process.kill(desk.postmaster()!, 'SIGKILL');
  expect(await desk.stop()).toBe(0);
  desk.launch();
  await desk.healthy();
  expect(desk.surprises).toEqual([]);
});
