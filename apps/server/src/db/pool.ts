import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import { nameStatements } from './named-statements.ts';
import type { DB } from './types.gen.ts';

const parseAnyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

// int8 comes as text by default; no number here reaches 2^53.
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTime);

/**
 * Reads `2026-11-21 10:30:00.123456+00`, whatever zone the server writes in. The engine's own reader is several times quicker than the
 * driver's, and a list page brings hundreds of times; years before 1 and after 9999 are left to the driver's.
 */
function parseTime(text: string): Date {
  const offset = text.at(-3);
  const date = new Date(`${text.slice(0, 10)}T${text.slice(11)}${offset === '+' || offset === '-' ? ':00' : ''}`);
  return Number.isNaN(date.getTime()) ? parseAnyTime(text) : date;
}

/** The pool and Kysely over it. Close with `db.destroy()`, which ends the pool. */
export interface Database {
  url: string;
  pool: pg.Pool;
  /** The pool as Kysely uses it: whoever shares the connections shares the names of their statements. */
  named: PostgresPool;
  db: Kysely<DB>;
}

export interface PoolOptions {
  /** Most connections at a time. */
  max?: number;
  answer_ms?: number;
  connect_ms?: number;
  /** How the connections are called in `pg_stat_activity`. */
  name?: string;
}

/**
 * Opens a pool; errors of idle clients (a server that went away) are logged, the next query reconnects. A connection that owes an answer
 * for `answer_ms` is ended: its server is gone and nobody said so, which TCP alone notices after a quarter of an hour. Everything
 * that runs here is far quicker; migrations, which may not be, have a connection of their own.
 */
export function openDatabase(url: string, log: Log, options: PoolOptions = {}): Database {
  const { max = 20, answer_ms = 120_000, connect_ms = 15_000, name = 'bellhop' } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connect_ms,
    // Routers forget connections that are silent for minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: name,
  });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error.message }, 'a database connection was lost');
  });
  pool.on('connect', (client) => {
    client.on('error', () => {});
    limitAnswers(client, answer_ms, () =>
      log.warn({ answer_ms }, 'the database does not answer: a connection was ended'),
    );
  });
  const named = nameStatements(pool);
  return { url, pool, named, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: named }) }) };
}

/**
 * The driver's own limit of a query leaves the connection in use, and whoever gets it next waits as long again. Here it ends with all
 * that waits for it.
 */
function limitAnswers(client: pg.PoolClient, limitMs: number, onLimit: () => void): void {
  const ask = client.query;
  let limit: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(limit);
    limit = undefined;
  };
  const end = () => {
    onLimit();
    // Resolves with the end; with a query under way it does not wait for the other side.
    void (client as pg.PoolClient & pg.Client).end();
  };
  client.query = ((...asked: unknown[]) => {
    limit ??= setTimeout(end, limitMs);
    return Reflect.apply(ask, client, asked) as unknown;
  }) as typeof ask;
  client.on('drain', settle);
  client.on('end', settle);
}
