import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWay } from '../../test/dead-way.ts';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { hasRedis, type RedisServer, startRedis } from '../../test/redis-server.ts';
import { createLog } from '../lib/log.ts';
import type { Bus, Saying, ToldChange } from './bus.ts';
import { openListener } from './listener.ts';
import { type ChangeLog, openRedisBus, usualRedisTimes } from './redis-bus.ts';

const log = createLog('silent');
const channels = ['news', 'sport'];
/** No machine is so busy that a living server would be taken for dead. */
const patientMs = 20_000;
const hastyMs = 500;

/** A carrier with two processes on it, and somebody who commits. */
interface Stage {
  /** `probeMs`: so often connections are asked for a sign of life. */
  open(way?: string, probeMs?: number): Promise<Bus>;
  /** What connections are made to. */
  url: string;
  /** Commits in another process what is to be heard. */
  say(...said: Saying[]): Promise<void>;
  close(): Promise<void>;
}
const news = (payload: string): Saying => ({ channel: 'news', payload });

async function postgresStage(): Promise<Stage> {
  const database: TestDatabase = await createTestDatabase();
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  return {
    url: database.url,
    open: (way = database.url, probeMs = patientMs) => openListener(way, channels, log, probeMs),
    async say(...said) {
      await writer.query('begin');
      for (const { channel, payload } of said) await writer.query('select pg_notify($1, $2)', [channel, payload]);
      await writer.query('commit');
    },
    async close() {
      await writer.end();
      await database.drop();
    },
  };
}

/** The change log of a desk, as far as a bus can tell. */
function createChanges() {
  const rows: { seq: number; said: readonly Saying[] }[] = [];
  const changes: ChangeLog = {
    last: async () => rows.at(-1)?.seq ?? 0,
    after: async (seq, limit) => rows.filter((row) => row.seq > seq).slice(0, limit),
  };
  return {
    changes,
    /** `skip` numbers belong to transactions that came to nothing. */
    commit(said: readonly Saying[], skip = 0): ToldChange {
      const first = (rows.at(-1)?.seq ?? 0) + 1 + skip;
      rows.push(...said.map((one, index) => ({ seq: first + index, said: [one] })));
      return { first, last: first + said.length - 1, said };
    },
  };
}

async function redisStage(): Promise<Stage & { server: RedisServer; log: ReturnType<typeof createChanges> }> {
  const server = await startRedis();
  const own = createChanges();
  const open = (url = server.url, probeMs = patientMs) =>
    openRedisBus({
      url,
      name: 'desk',
      channels,
      changes: own.changes,
      log,
      times: { ...usualRedisTimes, probeMs, startMs: 20_000 },
    });
  const other = await open();
  return {
    url: server.url,
    server,
    log: own,
    open,
    say: async (...said) => other.publish!(own.commit(said)),
    async close() {
      await other.close();
      await server.kill();
    },
  };
}

/** Collects what is heard on a channel. */
function listen(bus: Bus, channel = 'news') {
  const heard: string[] = [];
  bus.on(channel, (payload) => heard.push(payload));
  return {
    heard,
    until: (...wanted: string[]) => expect.poll(() => heard, { timeout: 20_000 }).toEqual(wanted),
  };
}

describe.each([
  ['PostgreSQL', postgresStage, true],
  ['Redis', redisStage, hasRedis],
] as const)('over %s', (_, create, isThere) => {
  let stage: Stage;
  const open: Bus[] = [];
  beforeAll(async () => {
    if (isThere) stage = await create();
  });
  afterEach(async () => {
    for (const bus of open.splice(0)) await bus.close();
  });
  afterAll(() => stage?.close());
  const openOne = async (way?: string, probeMs?: number) => {
    const bus = await stage.open(way, probeMs);
    open.push(bus);
    return bus;
  };

  test.runIf(isThere)('every process hears each channel in the order of the commits', async () => {
    const ears = [listen(await openOne()), listen(await openOne())];
    const sport = listen(open[0]!, 'sport');
    await stage.say(news('one'), { channel: 'sport', payload: 'goal' }, news('two'));
    await stage.say(news('three'));
    for (const ear of ears) await ear.until('one', 'two', 'three');
    expect(sport.heard).toEqual(['goal']);
  });

  test.runIf(isThere)('what is of the moment is heard by all, and by who says it', async () => {
    const ears = [listen(await openOne()), listen(await openOne())];
    await open[0]!.tell('news', ['here', 'there']);
    for (const ear of ears) await ear.until('here', 'there');
  });

  test.runIf(isThere)('who has stopped hears nothing more, and who throws keeps nothing from the others', async () => {
    const bus = await openOne();
    const gone: string[] = [];
    const stop = bus.on('news', (text) => gone.push(text));
    bus.on('news', () => {
      throw new Error('careless');
    });
    const ear = listen(bus);
    stop();
    await stage.say(news('one'));
    await ear.until('one');
    expect(gone).toEqual([]);
    expect(() => bus.on('gossip', () => {})).toThrow('gossip');
    expect(bus.state().is_connected).toBe(true);
  });

  test.runIf(isThere)(
    'a connection that went dead without a word is noticed, told as a gap, and made again',
    async () => {
      const way = await openWay(stage.url);
      const bus = await openOne(way.url, hastyMs);
      const ear = listen(bus);
      await stage.say(news('first'));
      await ear.until('first');
      const gap = new Promise<void>((resolve) => bus.onGap(resolve));
      way.die();
      await gap;
      await stage.say(news('later'));
      await expect.poll(() => ear.heard.at(-1), { timeout: 20_000 }).toBe('later');
      way.close();
    },
  );
});

test('a PostgreSQL that cannot be reached at all is told at once, and what is said meanwhile is lost', async () => {
  const stage = await postgresStage();
  const way = await openWay(stage.url);
  const bus = await stage.open(way.url, hastyMs);
  const ear = listen(bus);
  const gap = new Promise<void>((resolve) => bus.onGap(resolve));
  way.die();
  await stage.say(news('unheard'));
  await gap;
  await stage.say(news('later'));
  await ear.until('later');
  await bus.close();
  way.close();
  await expect(stage.open(way.url)).rejects.toThrow(/ECONNREFUSED/);
  await stage.close();
});

describe.runIf(hasRedis)('Redis carries, and the change log knows', () => {
  let stage: Awaited<ReturnType<typeof redisStage>>;
  let bus: Bus;
  let ear: ReturnType<typeof listen>;
  beforeEach(async () => {
    stage = await redisStage();
    bus = await stage.open();
    ear = listen(bus);
  });
  afterEach(async () => {
    await bus.close();
    await stage.close();
  });

  test('what was committed and never told is found, before what follows', async () => {
    stage.log.commit([news('untold')]);
    await ear.until('untold');
    stage.log.commit([news('untold too')]);
    await stage.say(news('told'));
    await ear.until('untold', 'untold too', 'told');
  });

  test('what is told out of order, twice, or after numbers that nobody has is heard once and in order', async () => {
    const one = stage.log.commit([news('one')]);
    const two = stage.log.commit([news('two'), news('three')]);
    const four = stage.log.commit([news('four')], 5);
    for (const change of [two, one, four, two]) bus.publish!(change);
    await ear.until('one', 'two', 'three', 'four');
    await stage.say(news('five'));
    await ear.until('one', 'two', 'three', 'four', 'five');
  });

  test('what is too large to be carried is read', async () => {
    const large = 'x'.repeat(300_000);
    await stage.say(news(large));
    await expect.poll(() => ear.heard.map((text) => text.length), { timeout: 20_000 }).toEqual([large.length]);
  });

  test('while Redis is dead everything committed is heard all the same; when it is back that is told', async () => {
    let gaps = 0;
    bus.onGap(() => gaps++);
    await stage.server.kill();
    await expect.poll(() => bus.state().is_connected, { timeout: 20_000 }).toBe(false);
    await stage.say(news('without'));
    await ear.until('without');
    expect(gaps).toBe(0);
    await stage.server.start();
    await expect.poll(() => gaps, { timeout: 20_000 }).toBeGreaterThan(0);
    await stage.say(news('with'));
    await ear.until('without', 'with');
    expect(bus.state()).toEqual({ carrier: 'redis', is_connected: true });
  });

  test('a Redis that hangs is taken for dead, and nothing waits for it', async () => {
    await bus.close();
    bus = await stage.open(undefined, hastyMs);
    ear = listen(bus);
    stage.server.freeze();
    await stage.say(news('frozen'));
    await ear.until('frozen');
    await expect.poll(() => bus.state().is_connected, { timeout: 20_000 }).toBe(false);
    stage.server.wake();
    await expect.poll(() => bus.state().is_connected, { timeout: 20_000 }).toBe(true);
    await stage.say(news('awake'));
    await ear.until('frozen', 'awake');
  });

  test('a start without Redis, or with a wrong password, goes on and says so once, without the password', async () => {
    for (const url of ['redis://:guess-word@127.0.0.1:1', stage.url.replace('hidden-word', 'guess-word')]) {
      const lines: unknown[] = [];
      const late = await openRedisBus({
        url,
        name: 'desk',
        channels,
        changes: stage.log.changes,
        log: Object.assign(createLog('silent'), { warn: (...line: unknown[]) => void lines.push(line) }),
        times: { ...usualRedisTimes, startMs: 300 },
      });
      const lateEar = listen(late);
      await stage.say(news('on'));
      await lateEar.until('on');
      expect(late.state().is_connected).toBe(false);
      await late.close();
      expect(lines).toHaveLength(1);
      expect(JSON.stringify(lines)).toMatch(/Redis cannot be reached/);
      expect(JSON.stringify(lines)).not.toContain('guess-word');
    }
  });
});
