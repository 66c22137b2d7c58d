import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import { type Database, openDatabase } from './pool.ts';

/** What is told of the replica. */
export interface ReplicaFigures {
  /** Whether reads go there just now. */
  is_used: boolean;
  /** How much of the primary's log it had not replayed when it was last looked at. */
  lag_bytes: number;
  /** For how long it has lacked something that was asked for. */
  lag_seconds: number;
  /** Reads that it answered, and those that went to the primary instead. */
  reads: number;
  fallbacks: number;
}

/** A streaming replica, watched. */
export interface Replica {
  /**
   * A connection on which everything shows that was committed before the call; null when there is none, and the primary has to be
   * asked. Who gets one releases it.
   */
  connect(): Promise<PostgresPoolClient | null>;
  /** Notes a failure of such a connection; answers false for one that is the statement's own fault and would come anywhere. */
  blame(error: unknown): boolean;
  figures(): ReplicaFigures;
  close(): Promise<void>;
}

export interface ReplicaTimes {
  /** So long a read waits for what it must see: a replica that keeps up is a few milliseconds behind. */
  patience_ms: number;
  /** Between two looks, whoever reads or not. */
  look_ms: number;
  /** A replica that has lacked something for so long is told of. */
  bound_ms: number;
  /** Within which it has to say where it is. */
  answer_ms: number;
  /** What a statement may take there; after that the primary is asked, for its connection may be dead. */
  statement_ms: number;
}

const usualTimes: ReplicaTimes = {
  patience_ms: 100,
  look_ms: 1_000,
  bound_ms: 5_000,
  answer_ms: 2_000,
  statement_ms: 30_000,
};

/**
 * Where the primary is: whoever was told of a commit finds it below. Only the log that has reached the disk is sent on, so where
 * commits wait for that, what is written and not yet flushed is no commit. The few units of work that choose not to wait write nothing
 * that is read on a replica.
 */
export const primaryPosition = `select pg_wal_lsn_diff(case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end, '0/0')::int8 as position`;
export const replicaPosition = `select pg_is_in_recovery() as is_replica, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::int8 as position`;
export const clusterName = `select system_identifier::text || ' ' || current_database() as name from pg_control_system()`;

/**
 * Opens a replica of `primary` and looks at it once; it may be away, now or later. Before each use of a connection it is asked how far it
 * has replayed: the address may stand for several servers, and nobody may see less than was committed when they asked.
 */
export async function openReplica(options: {
  primary: Database;
  url: string;
  max: number;
  log: Log;
  times?: Partial<ReplicaTimes>;
}): Promise<Replica> {
  const { primary, log } = options;
  const times = { ...usualTimes, ...options.times };
  const database = openDatabase(options.url, log, {
    max: options.max,
    answer_ms: times.statement_ms,
    connect_ms: times.answer_ms,
    name: 'bellhop-reads',
  });
  /** Opened for looks alone, when all others are lent: else nobody would notice that none of them is answered any more. */
  const spare = openDatabase(options.url, log, {
    max: 1,
    answer_ms: times.answer_ms,
    connect_ms: times.answer_ms,
    name: 'bellhop-reads',
  });
  /** How far a connection's server was when it was last asked. */
  const reached = new WeakMap<PostgresPoolClient, number>();
  const lent = new Set<PostgresPoolClient>();
  const state = { is_away: false, behind_since: null as number | null, is_told: false, lag_bytes: 0 };
  const counts = { reads: 0, fallbacks: 0 };
  let closed = false;
  let cluster: string | null = null;

  /** Throws what the primary throws. */
  const primaryIsAt = joinNext(async () => {
    cluster ??= await askOne(primary.named, clusterName);
    return Number(await askOne(primary.named, primaryPosition));
  });

  /** Throws when the other side is silent, or is no replica of the primary. */
  const look = async (client: PostgresPoolClient): Promise<number> => {
    if (!reached.has(client)) {
      const { rows } = await inTime(client.query<{ name: string }>(clusterName, []), times.answer_ms);
      demandCluster(rows[0]!.name, cluster);
    }
    const { rows } = await inTime(
      client.query<{ is_replica: boolean; position: number | null }>(replicaPosition, []),
      times.answer_ms,
    );
    const at = placeOf(rows[0]!);
    reached.set(client, at);
    return at;
  };

  const reaches = async (client: PostgresPoolClient, needed: number, isProbe: boolean): Promise<boolean> => {
    if (!isProbe && (reached.get(client) ?? -1) >= needed) return true;
    // Who is known to be behind is not waited for.
    const until = performance.now() + (state.behind_since === null ? times.patience_ms : 0);
    for (let step = 1; ; step = Math.min(step * 2, 16)) {
      const at = await look(client);
      state.lag_bytes = Math.max(0, needed - at);
      if (at >= needed) return true;
      if (performance.now() >= until) return false;
      await pause(step);
    }
  };

  const leave = (error: unknown) => {
    if (state.is_away || closed) return;
    state.is_away = true;
    log.warn({ err: (error as Error).message }, 'the read replica fails: reads go to the primary');
    // Whoever waits for an answer there asks the primary instead.
    for (const client of lent) release(client, true);
  };
  const welcome = () => {
    if (state.is_away || state.is_told) log.info('the read replica has caught up and is used again');
    Object.assign(state, { is_away: false, behind_since: null, is_told: false });
  };
  const miss = () => {
    state.behind_since ??= performance.now();
    if (state.is_told || performance.now() - state.behind_since < times.bound_ms) return;
    state.is_told = true;
    log.warn({ bytes: state.lag_bytes }, 'the read replica lags behind: reads go to the primary');
  };
  const release = (client: PostgresPoolClient, destroy = false) => {
    if (lent.delete(client)) client.release(destroy);
  };

  /** A connection that has come so far; null when the replica is behind or has none to give. Throws when it fails. */
  const borrow = async (needed: number, isProbe: boolean): Promise<PostgresPoolClient | null> => {
    const from = isProbe && lent.size >= options.max ? spare : database;
    let client: PostgresPoolClient;
    try {
      client = await from.named.connect();
    } catch (error) {
      // All are in use, which is no failure of its own, and a server that refuses one more is there.
      if (from === spare ? error instanceof pg.DatabaseError : database.pool.totalCount >= options.max) return null;
      throw error;
    }
    lent.add(client);
    try {
      if (await reaches(client, needed, isProbe)) {
        welcome();
        return client;
      }
      miss();
    } catch (error) {
      release(client, true);
      throw error;
    }
    release(client);
    return null;
  };

  const borrowOrLeave = (needed: number, isProbe = false) =>
    borrow(needed, isProbe).catch((error: unknown) => {
      leave(error);
      return null;
    });

  /** A primary that refuses to say where it is makes no read fail that it would answer. */
  const notTold = (error: unknown) => {
    if (!isRefused(error)) throw error;
    leave(error);
    return null;
  };

  const lookSoon = () => {
    timer = setTimeout(async () => {
      await probe();
      if (!closed) lookSoon();
    }, times.look_ms);
    timer.unref();
  };
  const probe = async () => {
    // Without the primary nothing is known of the replica.
    const needed = await primaryIsAt().catch(() => null);
    const client = needed === null ? null : await borrowOrLeave(needed, true);
    if (client) release(client);
  };
  let timer: NodeJS.Timeout;
  await probe();
  lookSoon();

  return {
    async connect() {
      const needed = state.is_away ? null : await primaryIsAt().catch(notTold);
      const client = needed === null ? null : await borrowOrLeave(needed);
      if (!client) {
        counts.fallbacks++;
        return null;
      }
      counts.reads++;
      return { query: client.query.bind(client), release: (destroy) => release(client, destroy === true) };
    },
    blame(error) {
      if (!isServersFault(error)) return false;
      counts.fallbacks++;
      if (!isConflict(error)) leave(error);
      return true;
    },
    figures: () => ({
      is_used: !state.is_away && state.behind_since === null,
      lag_bytes: state.lag_bytes,
      lag_seconds: state.behind_since === null ? 0 : (performance.now() - state.behind_since) / 1_000,
      ...counts,
    }),
    async close() {
      closed = true;
      clearTimeout(timer);
      for (const client of lent) release(client, true);
      await Promise.all([database.db.destroy(), spare.db.destroy()]);
    },
  };
}

/** Throws unless a server holds the primary's own database. */
export function demandCluster(name: string, ofPrimary: string | null): void {
  if (name !== ofPrimary) throw new Error('it holds another database than DATABASE_URL');
}

/** How far a server has replayed the primary's log; throws when it replays none. */
export function placeOf({ is_replica, position }: { is_replica: boolean; position: number | null }): number {
  if (!is_replica) throw new Error('it is no streaming replica, or has been promoted');
  return position ?? 0;
}

/** The server has understood the statement, and will not run it. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && /^(0A|42)[0-9A-Z]{3}$/.test((error as { code?: string }).code ?? '');
}

/** SQLSTATE 40001 and 40P01: what was read has been cleaned away by the primary meanwhile. */
function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes((error as { code?: string }).code ?? '');
}

/**
 * Whether another server might answer what this one did not: it went away, starts, is full or broken, or the statement stood in the way
 * of its replaying.
 */
function isServersFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as { code?: string };
  // First these: EPIPE is as long as a SQLSTATE.
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET)/.test(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code)) return isConflict(error) || (/^(08|53|57|58|F0|XX)/.test(code) && code !== '57014');
  return /connection|not queryable/i.test(error.message);
}

/** The one value that a statement answers. */
export async function askOne(pool: Database['named'], text: string): Promise<string> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(text, []);
    return Object.values(rows[0]!)[0]!;
  } finally {
    client.release();
  }
}

async function inTime<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not answer within ${limitMs} ms`)), limitMs);
  });
  // When the limit came first, the end of the connection ends this too.
  answer.catch(() => {});
  return Promise.race([answer, limit]).finally(() => clearTimeout(timer));
}

/** Callers share the next run that begins after their call. */
function joinNext<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = () => {
    const begun = run().finally(() => {
      if (running === begun) running = null;
    });
    running = begun;
    return begun;
  };
  return () => {
    if (!running) return begin();
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}
