import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { beAgent, createDeeds, type Deeds } from '../../../../bench/load/agents.ts';
import { startBalancer } from '../../../../bench/load/balancer.ts';
import { checkHeard, openEars } from '../../../../bench/load/ears.ts';
import { createRandom } from '../../../../bench/random.ts';
import { checkMailIn } from '../../../../bench/soak/check-mail.ts';
import { checkReplies } from '../../../../bench/soak/check-replies.ts';
import { checkRows } from '../../../../bench/soak/check-rows.ts';
import { writeLetters } from '../../../../bench/soak/customers.ts';
import { createDeskProcess, type DeskProcess } from '../../../../bench/soak/desk-process.ts';
import { planThreads, type Thread } from '../../../../bench/soak/plan-threads.ts';
import { startFarServer } from '../../../../bench/soak/sink.ts';
import type { ApiClient } from '../api-client.ts';
import { createEmptyDatabase, type TestDatabase } from '../postgres.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const inboxAddress = 'orders@shop.example';
const names = ['web-1', 'web-2', 'worker-1', 'worker-2', 'mail'] as const;
type Name = (typeof names)[number];

let folder: string;
let database: TestDatabase;
let desks: Record<Name, DeskProcess>;
let far: Awaited<ReturnType<typeof startFarServer>>;
let admin: ApiClient;
/** What customers have written so far, over all tests. */
const written: Thread[] = [];
const deeds: Deeds = createDeeds();
const crashes: number[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-rolling-'));
  await chmod(folder, 0o755);
  database = await createEmptyDatabase();
  far = await startFarServer(createRandom(1));
  const random = createRandom(process.pid);
  const made: Partial<Record<Name, DeskProcess>> = {};
  for (const name of names) {
    const env: Record<string, string> = {
      BELLHOP_ROLES: name.replace(/-\d$/, ''),
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '8',
      BELLHOP_DATA_DIR: join(folder, 'data'),
      BELLHOP_SECRET_KEY: 'shared by all of them',
      BELLHOP_DRAIN: '6s',
    };
    await mkdir(join(folder, name));
    const desk = await createDeskProcess(join(folder, name), random, env);
    // A process without the role web tells there how it is.
    env.BELLHOP_MONITOR_PORT = new URL(desk.address).port;
    made[name] = { ...desk, data_dir: join(folder, 'data') };
  }
  desks = made as Record<Name, DeskProcess>;
  // The first of all migrates.
  await start('web-1');
  await Promise.all([start('worker-1'), start('mail')]);
  admin = await desks['web-1'].client();
  const answer = await admin.call('inboxes.create', {
    body: {
      name: 'Orders',
      from: `Orders <${inboxAddress}>`,
      channel: 'email',
      config: {
        imap: [],
        smtp: [{ host: far.sink.host, port: far.sink.port, auth_protocol: 'none', tls_type: 'none' }],
      },
    },
  });
  expect(answer.status).toBe(200);
});
afterAll(async () => {
  await Promise.all(Object.values(desks ?? {}).map((desk) => desk.pid() && desk.kill()));
  await far?.sink.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function start(name: Name): Promise<void> {
  desks[name].launch();
  await desks[name].healthy();
}

async function until(probe: () => Promise<unknown>, what: string): Promise<void> {
  for (const end = Date.now() + 90_000; Date.now() < end; await pause(50)) if (await probe()) return;
  throw new Error(`waited in vain for ${what}`);
}

/** Customers write so many mails, each thread on its own. */
async function writeMails(count: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const threads = planThreads(random, count, seed, [inboxAddress]);
  written.push(...threads);
  await writeLetters(threads, { smtp_port: desks.mail.smtp_port, random, onAccepted: () => {} });
}

async function stored(): Promise<number> {
  const [row] = await desks['web-1'].rows<{ count: number }>('select count(*)::int as count from raw_mails');
  return row!.count;
}

/** Until no mail waits, in either direction. */
const drained = () =>
  until(async () => {
    const [row] = await desks['web-1'].rows<{ waiting: number }>(
      `select (select count(*) from raw_mails where state = 'stored')::int
         + (select count(*) from outgoing_mails where state in ('queued', 'retrying', 'sending'))::int as waiting`,
    );
    return row!.waiting === 0;
  }, 'all mail to be done');

async function findings(): Promise<string[]> {
  await drained();
  const desk = desks['web-1'];
  const replies = deeds.marks.filter(({ is_private }) => !is_private);
  return [
    ...(await checkMailIn(desk, written)),
    ...(await checkReplies(desk, { replies, far, crashes })).wrong,
    ...(await checkRows(desk)),
    ...Object.values(desks).flatMap(({ surprises }) => surprises),
    ...[...deeds.refused].map(([what, times]) => `${times} answers: ${what}`),
  ];
}

/** Four agents at work through a balancer, with a socket each, while `body` runs; nothing may be lost or done twice. */
async function underLoad(seed: number, body: () => Promise<void>): Promise<void> {
  const addresses = [desks['web-1'].address, desks['web-2'].address];
  const balancer = startBalancer(addresses);
  const [row] = await desks['web-1'].rows<{ last: number }>('select max(seq)::float8 as last from events');
  const ears = await openEars(balancer, Array(4).fill(admin.cookieHeader()), row!.last);
  const { id } = (await admin.call('agents.me')).data as { id: number };
  let isOver = false;
  const agents = [1, 2, 3, 4].map((number) =>
    beAgent(
      { id, cookies: admin.cookies },
      {
        balancer,
        addresses,
        random: createRandom(number),
        deeds,
        pace: 30,
        name: `${seed}${number}`,
        onSent: ears.answered,
        isOver: () => isOver,
      },
    ),
  );
  await body();
  isOver = true;
  await Promise.all(agents);
  expect(await findings()).toEqual([]);
  expect(await checkHeard(desks['web-1'], ears, row!.last)).toEqual([]);
  expect(ears.reloads()).toBe(0);
  // Some of them were at the process that stopped.
  expect(ears.connections()).toBeGreaterThan(4);
  ears.close();
  balancer.close();
}

test('each role does its part in a process of its own', async () => {
  await writeMails(3, 11);
  await drained();
  const { results } = (await admin.call('conversations.all', { query: {} })).data;
  expect(results.length).toBe(new Set(written.map(({ key }) => key)).size);
  const [first] = results;
  const body = { message: '<p>Thank you, load-0-1 is our answer.</p>', to: [written[0]!.address] };
  const sent = await admin.call('messages.send', { params: { uuid: first!.uuid }, body });
  expect(sent.status).toBe(200);
  deeds.marks.push({ mark: 'load-0-1', is_private: false });
  await until(async () => far.arrivals.size === 1, 'the mail at the far server');
  expect(await findings()).toEqual([]);
});

test('processes are replaced one after the other under load, and nobody notices', async () => {
  const { address } = desks['web-1'];
  await underLoad(2, async () => {
    const mails = writeMails(12, 12);
    await Promise.all([start('web-2'), start('worker-2')]);

    // A connection that is kept is told to end, and /health says why, while everything is still answered.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const health = () =>
      new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
        get(`${address}/health`, { agent }, (answer) => {
          answer.resume();
          answer.on('end', () => resolve({ status: answer.statusCode!, connection: answer.headers.connection }));
        }).on('error', reject);
      });
    expect(await health()).toEqual({ status: 200, connection: 'keep-alive' });
    const stopped = [desks['web-1'].stop(), desks['worker-1'].stop()];
    await until(async () => (await health()).status === 503, 'the balancer to be sent elsewhere');
    expect(await health()).toEqual({ status: 503, connection: 'close' });
    expect((await admin.call('conversations.counts')).status).toBe(200);
    agent.destroy();
    expect(await Promise.all(stopped)).toEqual([0, 0]);

    await mails;
    await start('web-1');
    expect(await desks.mail.stop()).toBe(0);
    await start('mail');
    await writeMails(4, 13);
  });
  // The balancer looks at /health many times while a process is drained, so no request met a closed door.
  expect(deeds.repeated).toBe(0);
});

test('what a process was at when it was killed is done by another', async () => {
  await start('worker-1');
  await underLoad(3, async () => {
    const before = await stored();
    const mails = writeMails(12, 14);
    await until(async () => (await stored()) > before + 2, 'some of the mails');
    crashes.push(Date.now());
    await Promise.all([desks['worker-1'].kill(), desks['web-2'].kill()]);
    await mails;
  });
});
