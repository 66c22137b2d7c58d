import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { OperatorError } from '../lib/operator-error.ts';
import { reasonOf } from '../lib/reason-of.ts';
import { locks } from './locks.ts';
import { type FirstStart, seedFirstStart } from './seed.ts';

const folder = join(import.meta.dirname, 'migrations');
/** SQLSTATE insufficient_privilege. */
const notAllowed = '42501';
/** PostgreSQL 14, as `server_version_num` writes it. */
const oldestServer = 140_000;

/** What a migration is about to do. */
export interface MigrationPlan {
  /** The newest migration that the database has, without its ending; null for a new one. */
  from: string | null;
  to: string;
  steps: number;
  /** What the database takes. */
  bytes: number;
}

export interface MigrateOptions {
  /** Called before anything is changed, where there is something to do. */
  onPlan?: ((plan: MigrationPlan) => Promise<void>) | undefined;
  firstStart?: () => Promise<FirstStart>;
  stop?: AbortSignal | undefined;
  /** Names of the migrations that a backup's desk had: that far and no further. */
  only?: readonly string[];
}

/**
 * Brings a database to the newest schema: forward only, one transaction a file, under an advisory lock, so that several
 * processes may start at once. Then seeds what behaviour 12 lists if no agent exists. Answers whether it seeded, and the schema's version. Throws when `stop` is
 * aborted before it seeds, and an OperatorError when the server cannot be reached, refuses the login, or is too old.
 */
export async function migrate(
  url: string,
  { firstStart, stop, only, onPlan }: MigrateOptions = {},
): Promise<{ seeded: boolean; schema: string }> {
  const client = await connect(url);
  // Also while it waits for another process's migration; what is not committed is rolled back.
  const abandon = () => void client.end();
  stop?.addEventListener('abort', abandon, { once: true });
  try {
    stop?.throwIfAborted();
    await client.query('select pg_advisory_lock($1)', [locks.migration]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const done = new Set((await client.query<{ name: string }>('select name from migrations')).rows.map((r) => r.name));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const unknown = [...done, ...(only ?? [])].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new OperatorError(
        only
          ? `This backup was made by a newer Bellhop (${unknown.join(', ')}). Restore it with that version.`
          : `This database was migrated by a newer Bellhop (${unknown.join(', ')}). Start that version instead.`,
      );
    }
    if (only && [...done].some((name) => !only.includes(name))) {
      throw new OperatorError('This database is newer than the backup. Restore into an empty one.');
    }
    const wanted = files.filter((name) => only?.includes(name) !== false);
    const missing = wanted.filter((name) => !done.has(name));
    const schema = versionOf(wanted)!;
    if (onPlan && missing.length > 0) {
      const { rows } = await client.query<{ bytes: number }>(
        'select pg_database_size(current_database())::float8 as bytes',
      );
      await onPlan({ from: versionOf([...done]), to: schema, steps: missing.length, bytes: rows[0]!.bytes });
    }
    for (const name of missing) {
      await client.query('begin');
      try {
        await client.query(await readFile(join(folder, name), 'utf8'));
        await client.query('insert into migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        if (stop?.aborted) throw error;
        await client.query('rollback');
        const { message, code } = error as Error & { code?: string };
        if (code === notAllowed) {
          throw new OperatorError(
            `The user of DATABASE_URL may not do what migration ${name} needs: ${message}. Make it the owner of the database.`,
            { cause: error },
          );
        }
        throw new Error(`migration ${name} failed: ${message}`, { cause: error });
      }
    }
    await migrateQueue(url);
    stop?.throwIfAborted();
    // From here on it ends as it will: the first password may be known nowhere else.
    stop?.removeEventListener('abort', abandon);
    return { schema, seeded: firstStart ? await seedFirstStart(client, firstStart) : false };
  } finally {
    stop?.removeEventListener('abort', abandon);
    await client.end();
  }
}

/** The newest of some migrations: its name without the ending. */
function versionOf(names: readonly string[]): string | null {
  return (
    [...names]
      .sort()
      .at(-1)
      ?.replace(/\.sql$/, '') ?? null
  );
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bellhop-migrate',
    connectionTimeoutMillis: 15_000,
  });
  client.on('error', () => {});
  const place = `PostgreSQL at ${client.host}:${client.port}`;
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError(`${place} cannot be used: ${reasonOf(error)}. Check DATABASE_URL and the server.`, {
      cause: error,
    });
  }
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const version = Number(rows[0]!.server_version_num);
  if (version < oldestServer) {
    await client.end();
    throw new OperatorError(`${place} is version ${Math.floor(version / 10_000)}, but Bellhop needs 14 or newer.`);
  }
  return client;
}

/**
 * The tables of the job queue. On a pool of ours: its own has clients that nobody listens to any more as they end, and PostgreSQL, when it
 * is stopped just then, would end the process by them.
 */
async function migrateQueue(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool: pool, logger: quiet });
  } finally {
    await pool.end();
  }
}

/** graphile-worker reports its migrations at level info; only failures matter here. */
const quiet = new Logger(() => (level, message) => {
  if (level === 'error') process.stderr.write(`${message}\n`);
});
