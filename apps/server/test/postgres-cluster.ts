import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { dataDirHolder, startEmbeddedPostgres } from '../src/db/embedded/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's address of the cluster that this test run has for itself. */
    test_cluster_url: string;
    /** The database that `createTestDatabase` clones: migrated, nothing else in it. */
    test_template: string;
  }
}

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, thrown away at its end, with one migrated template database.
 * `TEST_DATABASE_URL` (a superuser's address) runs the tests on an external server instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const cluster = external ? { url: external, stop: async () => {} } : await startThrowaway();
  const template = `bellhop_template_${randomBytes(4).toString('hex')}`;
  try {
    await run(cluster.url, `create database ${template}`);
    // Imported here, so that tests of the supervisor alone don't fail over a migration.
    const { migrate } = await import('../src/db/migrate.ts');
    await migrate(onDatabase(cluster.url, template));
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('test_cluster_url', cluster.url);
  project.provide('test_template', template);
  return async () => {
    if (external) await run(cluster.url, `drop database ${template} with (force)`);
    await cluster.stop();
  };
}

/** The same server and user, another database. */
export function onDatabase(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

const prefix = 'bellhop-test-cluster-';

async function startThrowaway(): Promise<{ url: string; stop(): Promise<void> }> {
  sweep();
  const dataDir = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(dataDir, 0o711);
  const say = (message: string) => process.stderr.write(`${message}\n`);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { debug: () => {}, info: say, warn: say, error: say },
    // Nothing here outlives the run, so nothing has to reach the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum_naptime: '10min' },
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A younger lock may be one that another run is writing at this moment. */
const oldEnoughMs = 10 * 60_000;

/** Removes the folders of this user's runs that were killed. */
function sweep(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    const lock = statSync(join(folder, 'bellhop.lock'), { throwIfNoEntry: false });
    if (!lock || lock.mtimeMs > Date.now() - oldEnoughMs) continue;
    if (lock.uid === process.getuid?.() && dataDirHolder(folder) === null) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
