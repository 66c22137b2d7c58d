import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkReplica } from '../../src/cli/check-services.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Database, openDatabase } from '../../src/db/pool.ts';
import { openReads, type Reads } from '../../src/db/reads.ts';
import type { ReplicaTimes } from '../../src/db/replica.ts';
import { createLog } from '../../src/lib/log.ts';
import type { ApiClient } from '../api-client.ts';
import { ForeignClient } from '../contract/foreign-client.ts';
import { followUp, openConversation } from '../conversations.ts';
import { openWay } from '../dead-way.ts';
import { createHarness, type Harness } from '../harness.ts';
import { findPostgres, type Replicated, startReplicated } from '../replicated.ts';

const programs = findPostgres();
const skipped = programs.missing === null ? '' : ` (skipped: ${programs.missing})`;

/** Lines that a product wrote. */
function listen() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  return { log, told: (words: string) => lines.filter((line) => line.includes(words)).length };
}
const fails = 'the read replica fails';
const lags = 'the read replica lags behind';
const isBack = 'used again';

describe.skipIf(programs.missing !== null)(`a streaming replica${skipped}`, () => {
  let servers: Replicated;
  beforeAll(async () => {
    servers = await startReplicated(programs.folder!);
    await migrate(servers.primary_url);
  });
  afterAll(() => servers?.close());

  describe('of two processes', () => {
    let a: Harness;
    let b: Harness;
    let atA: ApiClient;
    let atB: ApiClient;
    const heard = listen();
    beforeAll(async () => {
      const env = { DATABASE_URL: servers.primary_url, DATABASE_READ_URL: servers.replica_url };
      a = await createHarness({ env, log: heard.log, database: { url: servers.primary_url, drop: async () => {} } });
      b = await createHarness({ env, share: a, log: createLog('silent') });
      atA = await a.as();
      atB = b.anonymous();
      for (const [name, value] of atA.cookies) atB.cookies.set(name, value);
    });
    afterAll(async () => {
      await b?.close();
      await a?.close();
    });

    const figureOf = async (name: string) => {
      const text = await (await fetch(`${a.app.address()}/metrics`)).text();
      return Number(new RegExp(`^bellhop_${name} (.+)$`, 'm').exec(text)?.[1]);
    };
    const subjects = async (client: ApiClient) => {
      const answer = await client.call('conversations.all', { query: { page_size: 100 } });
      expect(answer.status).toBe(200);
      return answer.data.results.map(({ subject }) => subject);
    };
    const isUsed = () => a.until(async () => (await figureOf('replica_used')) === 1, 'the replica to be used');

    test('answers lists and searches', async () => {
      await openConversation(a, { subject: 'Where is my parcel' });
      for (const [words, ask] of [
        ['conversations', () => subjects(atA)],
        ['conversation_counts', () => atA.call('conversations.counts')],
        ['message_search', () => atA.call('search.messages', { query: { query: 'parcel' } })],
      ] as const) {
        await isUsed();
        const before = await figureOf('replica_reads_total');
        await a.until(async () => {
          await ask();
          const asked = await servers.onReplica<{ query: string }>(
            "select query from pg_stat_activity where application_name = 'bellhop-reads'",
          );
          return asked.some(({ query }) => query.includes(words)) || (await figureOf('replica_reads_total')) > before;
        }, `the replica to be asked for ${words}`);
        expect(await figureOf('replica_reads_total')).toBeGreaterThan(before);
      }
    });

    test('that stands still hides nothing that anybody was told of, at either process', async () => {
      await atA.call('views.create', {
        body: {
          name: 'Lamps',
          filters: [{ model: 'conversations', field: 'subject', operator: 'contains', value: 'lamp' }],
        },
      });
      const [view] = (await atA.call('views.list_mine')).data;
      await isUsed();
      await servers.pauseReplay();
      try {
        const socket = await listenAt(b, atB);
        const { conversation } = await openConversation(a, { subject: 'A lamp of glass' });
        for (const client of [atA, atB]) {
          expect(await subjects(client)).toContain('A lamp of glass');
          const found = await client.call('search.conversations', { query: { query: 'of glass' } });
          expect(found.data.map(({ subject }) => subject)).toEqual(['A lamp of glass']);
          const shown = await client.call('views.conversations', { params: { id: view!.id }, query: {} });
          expect(shown.data.results.map(({ subject }) => subject)).toContain('A lamp of glass');
        }
        // What one's own session writes at one process it finds at the other, and so does who heard of it.
        const { id } = (await atA.call('agents.me')).data;
        await atA.call('conversations.assign_user', { params: { uuid: conversation.uuid }, body: { assignee_id: id } });
        const mine = await atB.call('conversations.assigned', { query: {} });
        expect(mine.data.results.map(({ uuid }) => uuid)).toContain(conversation.uuid);
        const message = await followUp(a, conversation.id, { text: 'It is broken now' });
        await socket.until(() => socket.frames.some(({ data }) => data?.uuid === message.uuid), 'the message');
        const [first] = (await atA.call('conversations.all', { query: { page_size: 1 } })).data.results;
        expect(first).toMatchObject({ uuid: conversation.uuid, last_message: 'It is broken now' });
        await socket.close();
        expect(await figureOf('replica_fallbacks_total')).toBeGreaterThan(0);
        expect((await fetch(`${a.app.address()}/health`)).status).toBe(200);
      } finally {
        await servers.resumeReplay();
      }
      await isUsed();
      expect(await subjects(atB)).toContain('A lamp of glass');
    });

    test('that goes away in the middle of work is not missed, is told of once, and is used when it is back', async () => {
      await isUsed();
      const before = { fails: heard.told(fails), back: heard.told(isBack) };
      let isWorking = true;
      const work = [atA, atB, atA, atB].map(async (client) => {
        while (isWorking) expect(await subjects(client)).toContain('A lamp of glass');
      });
      await servers.stopReplica();
      await a.until(async () => heard.told(fails) > before.fails, 'the line');
      await openConversation(a, { subject: 'Nobody missed it' });
      expect(await subjects(atB)).toContain('Nobody missed it');
      expect((await fetch(`${a.app.address()}/health`)).status).toBe(200);
      expect(heard.told(fails)).toBe(before.fails + 1);
      await servers.startReplica();
      await a.until(async () => heard.told(isBack) > before.back, 'the line');
      isWorking = false;
      await Promise.all(work);
      await isUsed();
      const reads = await figureOf('replica_reads_total');
      await a.until(async () => {
        await subjects(atA);
        return (await figureOf('replica_reads_total')) > reads;
      }, 'the replica to be asked');
    });

    test('that is away at the start keeps no process from starting', async () => {
      await servers.stopReplica();
      try {
        const c = await createHarness({
          env: { DATABASE_URL: servers.primary_url, DATABASE_READ_URL: servers.replica_url },
          share: a,
          log: createLog('silent'),
        });
        const atC = c.anonymous();
        for (const [name, value] of atA.cookies) atC.cookies.set(name, value);
        expect(await subjects(atC)).toContain('A lamp of glass');
        await c.close();
      } finally {
        await servers.startReplica();
      }
    });
  });

  describe('on its own', () => {
    let primary: Database;
    beforeAll(() => {
      primary = openDatabase(servers.primary_url, createLog('silent'));
    });
    afterAll(() => primary?.db.destroy());

    const open = async (
      body: (reads: Reads, heard: ReturnType<typeof listen>) => Promise<void>,
      url = servers.replica_url,
      given: Partial<ReplicaTimes> = {},
    ) => {
      const heard = listen();
      const times = { patience_ms: 10_000, look_ms: 20, answer_ms: 5_000, ...given };
      const reads = await openReads({ primary, url, max: 3, log: heard.log, times });
      try {
        await body(reads, heard);
      } finally {
        await reads.close();
      }
    };
    const where = sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`;
    const isReplica = async (db: Reads['db']) => (await where.execute(db)).rows[0]!.is_replica;
    const eventually = (probe: () => Promise<boolean> | boolean) => expect.poll(probe, { timeout: 20_000 }).toBe(true);
    const write = () => primary.pool.query("update settings set value = value where key = 'app.site_name'");

    test('serves single statements and snapshots, which cannot write', () =>
      open(async (reads) => {
        await eventually(() => isReplica(reads.db));
        await eventually(() => reads.snapshot(isReplica));
        await expect(reads.snapshot((db) => db.deleteFrom('tags').execute())).rejects.toThrow('read-only transaction');
        await expect(sql`select nonsense`.execute(reads.db)).rejects.toThrow('nonsense');
        await eventually(() => reads.figures!().is_used);
      }));

    test('that loses a statement or a snapshot has it done by the primary', () =>
      open(async (reads) => {
        const slow = sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica,
          pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`;
        for (const ask of [() => slow.execute(reads.db), () => reads.snapshot(async (db) => slow.execute(db))]) {
          await eventually(() => isReplica(reads.db));
          const asked = ask();
          await eventually(async () => {
            const ended = await servers.onReplica(`select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'bellhop-reads' and state = 'active' and query like '%pg_sleep%'`);
            return ended.length > 0;
          });
          expect((await asked).rows[0]!.is_replica).toBe(false);
        }
      }));

    test('that lags is told of once, and again when it has caught up', () =>
      open(
        async (reads, heard) => {
          await eventually(() => isReplica(reads.db));
          await servers.pauseReplay();
          try {
            await write();
            expect(await isReplica(reads.db)).toBe(false);
            expect(await reads.snapshot(isReplica)).toBe(false);
            expect(reads.figures!()).toMatchObject({ is_used: false });
            await eventually(() => reads.figures!().lag_seconds > 0.1 && heard.told(lags) > 0);
            const told = heard.told(lags);
            expect(reads.figures!().lag_bytes).toBeGreaterThan(0);
            await eventually(() => reads.figures!().lag_seconds > 0.5);
            expect(await isReplica(reads.db)).toBe(false);
            expect(heard.told(lags)).toBe(told);
          } finally {
            await servers.resumeReplay();
          }
          await eventually(() => isReplica(reads.db));
          await eventually(() => heard.told(isBack) > 0);
        },
        servers.replica_url,
        { patience_ms: 20, bound_ms: 100 },
      ));

    test('that falls silent is left after its time, and whoever waits is answered by the primary', async () => {
      const way = await openWay(servers.replica_url);
      await open(
        async (reads, heard) => {
          await eventually(() => isReplica(reads.db));
          way.die();
          const asked = await Promise.all([1, 2, 3].map(() => sql<{ one: number }>`select 1 as one`.execute(reads.db)));
          expect(asked.map(({ rows }) => rows[0]!.one)).toEqual([1, 1, 1]);
          await eventually(() => isReplica(reads.db));
          expect(heard.told(isBack)).toBeGreaterThan(0);
        },
        way.url,
        { statement_ms: 500 },
      );
      way.close();
    });

    test('that hangs while every connection is in use is left long before their statements are given up', async () => {
      const way = await openWay(servers.replica_url);
      const naps = `from pg_stat_activity where application_name = 'bellhop-reads' and query like '%pg_sleep%'`;
      await open(
        async (reads, heard) => {
          const slow = sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica,
            pg_sleep(case when pg_is_in_recovery() then 600 else 0 end)`;
          await eventually(() => isReplica(reads.db));
          const asked = Promise.all([1, 2, 3].map(() => slow.execute(reads.db)));
          await eventually(async () => (await servers.onReplica(`select 1 ${naps} and state = 'active'`)).length === 3);
          way.die({ to_all: true });
          expect((await asked).map(({ rows }) => rows[0]!.is_replica)).toEqual([false, false, false]);
          expect(heard.told(fails)).toBe(1);
        },
        way.url,
        { statement_ms: 600_000, answer_ms: 2_000 },
      );
      way.close();
      await servers.onReplica(`select pg_terminate_backend(pid) ${naps}`);
    });

    test('is asked by the doctor: level, behind, or of no use', async () => {
      await write();
      expect(await checkReplica(primary, servers.replica_url, 20_000)).toMatchObject({
        verdict: 'ok',
        text: expect.stringContaining('has all that was committed'),
      });
      await servers.pauseReplay();
      try {
        await write();
        expect(await checkReplica(primary, servers.replica_url, 0)).toMatchObject({
          verdict: 'warn',
          text: expect.stringMatching(/lags \d+ bytes .*hot_standby_feedback/),
        });
      } finally {
        await servers.resumeReplay();
      }
      for (const [url, reason] of [
        [servers.primary_url, 'it is no streaming replica'],
        [servers.replica_url.replace(/desk$/, 'postgres'), 'it holds another database'],
        ['postgres://desk@127.0.0.1:1/desk', 'ECONNREFUSED'],
      ] as const) {
        const { verdict, text } = await checkReplica(primary, url);
        expect([verdict, text]).toEqual(['wrong', expect.stringContaining(reason)]);
        expect(text).toContain('Check DATABASE_READ_URL');
      }
    });

    test.each([
      ['is the primary itself', () => servers.primary_url, 'it is no streaming replica'],
      ['holds another database', () => servers.replica_url.replace(/desk$/, 'postgres'), 'it holds another database'],
      ['is nowhere', () => 'postgres://desk@127.0.0.1:1/desk', 'ECONNREFUSED'],
    ])('that %s is told of, and not used', (_, url, words) =>
      open(async (reads, heard) => {
        expect(await isReplica(reads.db)).toBe(false);
        expect(await reads.snapshot(isReplica)).toBe(false);
        expect(heard.told(words)).toBe(1);
      }, url()),
    );
  });
});

/** A socket with the session of a client. */
async function listenAt(desk: Harness, client: ApiClient) {
  const foreign = new ForeignClient(desk.app.address()!);
  for (const [name, value] of client.cookies) foreign.cookies.set(name, value);
  return foreign.open();
}
