import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import type { DB } from './types.gen.ts';

// int8 comes as text by default; no number here reaches 2^53.
pg.types.setTypeParser(20, Number);

/** The pool and Kysely over it. Close with `db.destroy()`, which ends the pool. */
export interface Database {
  url: string;
  pool: pg.Pool;
  db: Kysely<DB>;
}

/** Opens a pool; errors of idle clients (a server that went away) are logged, the next query reconnects. */
export function openDatabase(url: string, log: Log, max = 20): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 15_000,
    application_name: 'bellhop',
  });
  pool.on('error', (error) => log.warn({ err: error.message }, 'a database connection was lost'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return { url, pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) };
}
