import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { onDatabase } from './postgres-cluster.ts';

/** A database of one test's own. */
export interface TestDatabase {
  url: string;
  name: string;
  /** Removes it, ending connections that are still open. */
  drop(): Promise<void>;
}

/** Clones the migrated, otherwise empty template (some tens of milliseconds). */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('test_template');
  return make((name) => `create database ${name} template ${template}`);
}

/** A database without any table, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return make((name) => `create database ${name} template template0`);
}

async function make(statement: (name: string) => string): Promise<TestDatabase> {
  const name = `bellhop_test_${randomBytes(6).toString('hex')}`;
  await run(statement(name));
  return {
    url: onDatabase(inject('test_cluster_url'), name),
    name,
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}

async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('test_cluster_url') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
