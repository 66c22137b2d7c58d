import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { cronLines } from '../../src/app/jobs.ts';
import { migrate } from '../../src/db/migrate.ts';
import { startSender } from '../../src/features/conversations/index.ts';
import { startReceivers } from '../../src/features/inboxes/index.ts';
import { unlockJobs } from '../../src/jobs/heartbeat.queries.ts';
import { type JobHandlers, runJobs } from '../../src/jobs/run-jobs.ts';
import { openConversation } from '../conversations.ts';
import { createHarness, type Harness } from '../harness.ts';
import { type ImapServer, startImapServer } from '../imap-server.ts';
import { plainMail } from '../mail-desk.ts';
import { createEmptyDatabase } from '../postgres.ts';
import { onDatabase } from '../postgres-cluster.ts';
import { type SmtpSink, startSmtpSink } from '../smtp-sink.ts';

const leaseMs = 1_500;

let a: Harness;
let b: Harness;
const children: ChildProcess[] = [];
beforeAll(async () => {
  a = await createHarness();
  b = await createHarness({ share: a });
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});
afterAll(async () => {
  await b.close();
  await a.close();
});

/** A process of its own that receives and sends mail on the same database and data folder. */
function startMailProcess(): { child: ChildProcess; holds(inboxId: number): Promise<void> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/mail-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: a.databaseUrl,
      BELLHOP_DATA_DIR: a.config.data_dir,
      NODE_ENV: 'test',
      LEASE_MS: String(leaseMs),
    },
  });
  children.push(child);
  const held: string[] = [];
  createInterface(child.stdout!).on('line', (line) => held.push(line));
  return {
    child,
    async holds(inboxId) {
      await a.until(async () => held.at(-1)?.split(' ').includes(String(inboxId)), `a process to hold ${inboxId}`);
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Runs jobs for a harness with one handler for the job `counts.fold`; `onRelease` hears of each attempt to begin anew. */
function runCounted(desk: Harness, handler: () => Promise<void>, onRelease = () => {}) {
  const idle = async () => {};
  const idleJobs = Object.fromEntries(Object.keys(cronLines).map((job) => [job, idle])) as Record<string, unknown>;
  const handlers = { ...(idleJobs as JobHandlers), 'counts.fold': handler };
  const { deps, database } = desk.app;
  return runJobs({
    database,
    handlers,
    cron: [],
    concurrency: 4,
    release(ids) {
      onRelease();
      return deps.work(deps.system, (uow) => unlockJobs(uow.db, ids));
    },
    log: deps.log,
    meter: deps.meter,
  });
}

async function enqueue(count: number): Promise<void> {
  await a.app.deps.work(a.app.deps.system, async (uow) => {
    for (let index = 0; index < count; index++) await uow.enqueue('counts.fold', {});
  });
}
const jobsLeft = async () => (await a.pool.query('select 1 from graphile_worker.jobs')).rows.length;

describe('jobs', () => {
  test('run once each, whoever takes them', async () => {
    let runs = 0;
    const count = async () => {
      runs += 1;
    };
    const runners = [await runCounted(a, count), await runCounted(b, count)];
    await enqueue(50);
    await a.until(async () => (await jobsLeft()) === 0, 'all jobs to be done');
    await Promise.all(runners.map((runner) => runner.stop()));
    expect(runs).toBe(50);
  });

  test('go on when the database goes away in the middle of one, and comes back', async () => {
    const traced = vi.spyOn(console, 'trace');
    const { name } = (await a.pool.query<{ name: string }>('select current_database() as name')).rows[0]!;
    const outside = new pg.Client({ connectionString: onDatabase(a.databaseUrl, 'postgres') });
    await outside.connect();
    let runs = 0;
    const [begun, mayFinish, released] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const runner = await runCounted(
      b,
      async () => {
        runs += 1;
        begun!.resolve();
        await mayFinish!.promise;
      },
      () => released!.resolve(),
    );
    await enqueue(1);
    await begun!.promise;
    const [held] = runner.poolIds();
    await outside.query(`alter database ${name} allow_connections false`);
    await outside.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and application_name = 'bellhop'",
      [name],
    );
    // Its outcome cannot be written now, and nothing can begin anew.
    mayFinish!.resolve();
    await released!.promise;
    expect(runner.poolIds()).toEqual([held]);
    await outside.query(`alter database ${name} allow_connections true`);
    await outside.end();
    await enqueue(3);
    await a.until(async () => (await jobsLeft()) === 0, 'all jobs to be done');
    expect(runner.poolIds()).not.toEqual([held]);
    // The first one twice, because nobody knew that it was done.
    expect(runs).toBe(5);
    await runner.stop();
    // What went wrong stands in the log, and nowhere else.
    expect(traced).not.toHaveBeenCalled();
    traced.mockRestore();
  });

  test('that a process held when it died before its first sign of life are free again', async () => {
    await enqueue(1);
    await a.pool.query(
      `update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '1 minute',
         attempts = 1`,
    );
    let runs = 0;
    const runner = await runCounted(b, async () => {
      runs += 1;
    });
    const c = await createHarness({ share: a });
    await a.until(async () => (await jobsLeft()) === 0, 'the job to be done');
    expect(runs).toBe(1);
    await runner.stop();
    await c.close();
  });
});

describe('a mailbox', () => {
  let imap: ImapServer;
  beforeAll(async () => {
    imap = await startImapServer();
  });
  afterAll(() => imap.close());

  test('is read by one process at a time, and by another when that one dies', async () => {
    const admin = await a.as();
    await admin.call('inboxes.create', {
      body: {
        name: 'Shop',
        from: 'Shop <help@shop.example>',
        channel: 'email',
        config: {
          imap: [
            {
              host: imap.host,
              port: imap.port,
              username: imap.user,
              password: imap.password,
              tls_type: 'none',
              scan_inbox_since: '48h',
            },
          ],
          smtp: [],
        },
      },
    });
    const id = (await admin.call('inboxes.list')).data.find((inbox) => inbox.name === 'Shop')!.id;
    const stored = async () =>
      (await a.pool.query('select uid::int from raw_mails where inbox_id = $1 order by id', [id])).rows.map(
        (row) => row.uid,
      );
    const first = startMailProcess();
    await first.holds(id);
    const receivers = await startReceivers(b.app.deps, {
      bus: b.app.bus,
      processId: crypto.randomUUID(),
      leaseMs,
    });
    try {
      const one = imap.append(plainMail({ to: 'help@shop.example' }));
      await a.until(async () => (await stored()).includes(one), 'the first mail');
      expect(receivers.inboxIds()).toEqual([]);
      await kill(first.child);
      await a.until(async () => receivers.inboxIds().includes(id), 'the lease to move');
      const two = imap.append(plainMail({ to: 'help@shop.example' }));
      await a.until(async () => (await stored()).includes(two), 'the second mail');
      expect(await stored()).toEqual([one, two]);
    } finally {
      await receivers.stop();
    }
    await admin.call('inboxes.remove', { params: { id } });
  });
});

describe('a mail that a process was sending when it died', () => {
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.close());

  test('is sent by another once the lease is over, under the same Message-ID', { timeout: 60_000 }, async () => {
    const { conversation } = await openConversation(a);
    await a.pool.query('update inboxes set config = $1 where id = $2', [
      JSON.stringify({
        imap: [],
        smtp: [{ host: sink.host, port: sink.port, auth_protocol: 'none', tls_type: 'none' }],
      }),
      conversation.inbox_id,
    ]);
    // The far server has the whole mail and does not say so.
    const taken = Promise.withResolvers<void>();
    sink.behave({
      async onData() {
        taken.resolve();
        return new Promise(() => {});
      },
    });
    const first = startMailProcess();
    const admin = await a.as();
    const answer = await admin.call('messages.send', {
      params: { uuid: conversation.uuid },
      body: { message: '<p>We send you a new one.</p>', to: ['mina@mail.example'] },
    });
    expect(answer.status).toBe(200);
    await taken.promise;
    await kill(first.child);
    sink.behave({});
    const sender = await startSender(b.app.deps, { bus: b.app.bus, processId: crypto.randomUUID(), leaseMs });
    try {
      await b.until(async () => {
        const { rows } = await a.pool.query("select 1 from messages where uuid = $1 and status = 'sent'", [
          answer.data.uuid,
        ]);
        return rows.length > 0;
      }, 'the mail to be sent');
    } finally {
      await sender.stop();
    }
    const ids = sink.messages.map((mail) => /^message-id: (.+)$/im.exec(mail.raw.toString())?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    const { rows } = await a.pool.query('select state, attempts, error from outgoing_mails');
    expect(rows).toEqual([{ state: 'sent', attempts: 1, error: null }]);
  });
});

test('a mail whose preparation meets a lost connection is sent soon, and that was no attempt', async () => {
  const { conversation } = await openConversation(a);
  await a.pool.query("update inboxes set config = '{}' where id = $1", [conversation.inbox_id]);
  const locker = new pg.Client({ connectionString: a.databaseUrl });
  await locker.connect();
  const answer = await (await a.as()).call('messages.send', {
    params: { uuid: conversation.uuid },
    body: { message: '<p>Yes.</p>', to: ['mina@mail.example'] },
  });
  expect(answer.status).toBe(200);
  const outgoing = async () =>
    (
      await a.pool.query(
        `select o.state, o.attempts, o.error from outgoing_mails o join messages m on m.id = o.message_id
         where m.uuid = $1`,
        [answer.data.uuid],
      )
    ).rows[0];
  await locker.query('begin; lock table inboxes in access exclusive mode');
  const sender = await startSender(b.app.deps, { bus: b.app.bus, processId: crypto.randomUUID() });
  await a.until(async () => {
    const { rows } = await a.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%"inboxes"%'`,
    );
    return rows.length > 0;
  }, 'the sender to read the inbox');
  await locker.query('commit');
  await locker.end();
  await a.until(async () => (await outgoing()).state === 'kept_locally', 'the mail to be sent');
  expect(await outgoing()).toEqual({ state: 'kept_locally', attempts: 1, error: null });
  await sender.stop();
});

test('two processes that start on an empty database make and fill it once', async () => {
  const database = await createEmptyDatabase();
  try {
    const firstStart = async () => ({
      root_url: 'http://desk.test',
      admin_email: 'admin@bellhop.local',
      admin_password_hash: 'x',
      session_lifetime_ms: 60_000,
    });
    const results = await Promise.all([1, 2, 3].map(() => migrate(database.url, { firstStart })));
    expect(results.filter((result) => result.seeded)).toHaveLength(1);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query("select count(*)::int as agents from users where type = 'agent'");
    await client.end();
    expect(rows[0].agents).toBe(2);
  } finally {
    await database.drop();
  }
});
