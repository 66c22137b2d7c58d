import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type FirstStart, seedFirstStart } from './seed.ts';

const folder = join(import.meta.dirname, 'migrations');
/** Any fixed number; all processes that migrate take this one lock. */
const migrationLock = 711_202_611;

/**
 * Brings a database to the newest schema: forward only, one transaction a file, under an advisory lock, so that several
 * processes may start at once. Then seeds what behaviour 12 lists if no agent exists. Answers whether it seeded.
 */
export async function migrate(url: string, firstStart?: () => Promise<FirstStart>): Promise<{ seeded: boolean }> {
  const client = new pg.Client({ connectionString: url, application_name: 'bellhop-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const done = new Set((await client.query<{ name: string }>('select name from migrations')).rows.map((r) => r.name));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const unknown = [...done].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new Error(
        `this database was migrated by a newer Bellhop (${unknown.join(', ')}); start that version instead`,
      );
    }
    for (const name of files) {
      if (done.has(name)) continue;
      await client.query('begin');
      try {
        await client.query(await readFile(join(folder, name), 'utf8'));
        await client.query('insert into migrations (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
    }
    await runMigrations({ connectionString: url, logger: quiet });
    return { seeded: firstStart ? await seedFirstStart(client, firstStart) : false };
  } finally {
    await client.end();
  }
}

/** graphile-worker reports its migrations at level info; only failures matter here. */
const quiet = new Logger(() => (level, message) => {
  if (level === 'error') process.stderr.write(`${message}\n`);
});
