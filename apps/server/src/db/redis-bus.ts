import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import type { Log } from '../lib/log.ts';
import { type Bus, createEars, type Saying, type ToldChange } from './bus.ts';

/** The change log as a carrier reads it: complete and in the order of the commits, whatever was heard of it. */
export interface ChangeLog {
  /** The highest number that is visible. */
  last(): Promise<number>;
  /** What follows a number, at most `limit` rows; also those of which nothing is to be heard. */
  after(seq: number, limit: number): Promise<{ seq: number; said: readonly Saying[] }[]>;
}

/** Times in milliseconds. */
export interface RedisTimes {
  /** The change log is looked at so often while Redis carries: who committed may have died before telling. */
  lookMs: number;
  /** And so often while it does not. */
  lookAloneMs: number;
  /** Connections are asked for a sign of life so often, and given up when none has come until the next time. */
  probeMs: number;
  /** A start waits so long for Redis; then it goes on without. */
  startMs: number;
}
export const usualRedisTimes: RedisTimes = { lookMs: 2_000, lookAloneMs: 500, probeMs: 10_000, startMs: 3_000 };

/** Rows that are read at a time. */
const batch = 500;
const longestRetryMs = 2_000;
/** Characters of a message; who hears of more reads it in the log. */
const longestMessage = 200_000;

/** What goes over Redis: a commit, or what stands in no row. */
type Message = ToldChange | { said: readonly Saying[] };

/**
 * A bus over Redis, which only carries: what is to be heard stands in the change log, and its numbers say whether something is
 * missing. What comes in its turn is passed on as it came; before anything that does not, the log is read. So nothing is lost, doubled or
 * out of order when messages are, or when Redis goes away: then the log is looked at more often.
 * `name` is the desk's own, because many may share a Redis. Throws only when the change log cannot be read.
 */
export async function openRedisBus(options: {
  url: string;
  name: string;
  channels: readonly string[];
  changes: ChangeLog;
  log: Log;
  times?: RedisTimes;
}): Promise<Bus> {
  const { name, changes, log, times = usualRedisTimes } = options;
  const ears = createEars(options.channels, log);
  const self = randomUUID();
  let covered = await changes.last();
  let closed = false;
  let isUp = false;
  /** Whether it was told that Redis is away. */
  let isTold = false;
  let reason = '';

  // One thing after the other: what must read rows may not be overtaken.
  let queue: Promise<void> = Promise.resolve();
  const inTurn = (task: () => Promise<void> | void) => {
    queue = queue.then(task).catch((error: Error) => {
      if (!closed) log.warn({ err: error.message }, 'the change log could not be read; it is tried again');
    });
    return queue;
  };
  const read = async () => {
    while (!closed) {
      const rows = await changes.after(covered, batch);
      for (const { seq, said } of rows) {
        covered = seq;
        for (const saying of said) ears.hear(saying);
      }
      if (rows.length < batch) return;
    }
  };
  const take = (message: Message) => {
    if (closed) return undefined;
    if ('last' in message) {
      if (message.last <= covered) return undefined;
      if (message.first !== covered + 1) return read();
      covered = message.last;
    }
    for (const saying of message.said) ears.hear(saying);
    return undefined;
  };

  const common: RedisOptions = {
    lazyConnect: true,
    // What cannot be said now is found in the log; nothing is kept in memory for later.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: 5_000,
    retryStrategy: (turn) => Math.min(50 * 2 ** Math.min(turn, 10), longestRetryMs),
  };
  const speaker = new Redis(options.url, { ...common, connectionName: 'bellhop-tell' });
  const listener = new Redis(options.url, { ...common, connectionName: 'bellhop-listen' });
  const started = Promise.withResolvers<void>();
  const lose = () => {
    isUp = false;
    if (closed || isTold) return;
    isTold = true;
    log.warn(
      { err: reason || 'the connection was closed' },
      'Redis cannot be reached: changes of other processes are looked for in the database until it can',
    );
  };
  const win = () => {
    if (closed || isUp) return;
    isUp = true;
    reason = '';
    if (isTold) log.info('Redis carries events again');
    isTold = false;
    started.resolve();
    // What was committed until it listened; then those hear who keep what stands in no row.
    void inTurn(read);
    void inTurn(() => ears.tellGap());
  };
  for (const client of [speaker, listener]) {
    client.on('error', (error: Error) => {
      reason = error.message;
    });
    client.on('close', lose);
  }
  const subscribe = () => {
    if (speaker.status !== 'ready' || listener.status !== 'ready') return;
    listener.subscribe(name).then(win, (error: Error) => {
      reason = error.message;
      listener.disconnect(true);
    });
  };
  speaker.on('ready', subscribe);
  listener.on('ready', subscribe);
  listener.on('message', (_channel: string, text: string) => {
    if (text.startsWith(self)) return;
    void inTurn(() => take(JSON.parse(text.slice(self.length)) as Message));
  });
  for (const client of [speaker, listener]) client.connect().catch(() => {});

  const send = (message: Message) => {
    // This process hears itself at once, and without Redis, too.
    void inTurn(() => take(message));
    if (speaker.status !== 'ready') return;
    const text = JSON.stringify(message);
    // Nobody's next number is zero: whoever hears of it reads the log.
    const short = 'last' in message && text.length > longestMessage ? { first: 0, last: message.last, said: [] } : null;
    // When it fails, the connection is closed, and that is told.
    speaker.publish(name, self + (short ? JSON.stringify(short) : text)).catch(() => {});
  };
  const probe = setInterval(() => {
    for (const client of [speaker, listener]) {
      if (client.status !== 'ready') continue;
      const limit = setTimeout(() => {
        reason = 'it does not answer';
        client.disconnect(true);
      }, times.probeMs);
      client
        .ping()
        .catch(() => {})
        .finally(() => clearTimeout(limit));
    }
  }, times.probeMs);
  let looking: NodeJS.Timeout | null = null;
  const lookAgain = () => {
    if (closed) return;
    looking = setTimeout(() => void inTurn(read).then(lookAgain), isUp ? times.lookMs : times.lookAloneMs);
  };
  lookAgain();

  await Promise.race([started.promise, pause(times.startMs)]);
  if (!isUp) lose();

  return {
    on: ears.on,
    onGap: ears.onGap,
    tell: async (channel, payloads) => send({ said: payloads.map((payload) => ({ channel, payload })) }),
    publish: send,
    state: () => ({ carrier: 'redis', is_connected: isUp }),
    async close() {
      await queue;
      closed = true;
      clearInterval(probe);
      if (looking) clearTimeout(looking);
      // What was said last is still under way.
      if (speaker.status === 'ready') await Promise.race([speaker.quit().catch(() => {}), pause(1_000)]);
      speaker.disconnect();
      listener.disconnect();
    },
  };
}

/** Says something on a channel and waits to hear it; null when that went well, else why not. */
export async function probeRedis(url: string): Promise<string | null> {
  const options: RedisOptions = {
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
  };
  const [speaker, listener] = [new Redis(url, options), new Redis(url, options)];
  const { promise: heard, resolve, reject } = Promise.withResolvers<null>();
  let reason = 'it does not answer';
  for (const client of [speaker, listener]) {
    client.on('error', (error: Error) => {
      reason = error.message;
    });
  }
  const limit = setTimeout(() => reject(new Error(reason)), 5_000);
  const channel = `bellhop:probe:${randomUUID()}`;
  listener.on('message', () => resolve(null));
  try {
    await Promise.all([speaker.connect(), listener.connect()]);
    await listener.subscribe(channel);
    await speaker.publish(channel, '');
    return await heard;
  } catch (error) {
    return reason === 'it does not answer' ? (error as Error).message : reason;
  } finally {
    clearTimeout(limit);
    speaker.disconnect();
    listener.disconnect();
  }
}
