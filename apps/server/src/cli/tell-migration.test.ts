import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/postgres.ts';
import { migrate } from '../db/migrate.ts';
import { migrationLines } from './tell-migration.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bellhop-migrate-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = async (command: string) => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../cli.ts'), command], {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', DATABASE_URL: database.url, BELLHOP_DATA_DIR: folder },
  });
  return stdout;
};
const files = (await readdir(join(import.meta.dirname, '../db/migrations'))).filter((name) => name.endsWith('.sql'));
const names = files.map((name) => name.slice(0, -4)).sort();
const newest = names.at(-1)!;

test('migrate says from which schema to which it goes and how much room there is, and afterwards that it is there', async () => {
  await migrate(database.url, { only: files.sort().slice(0, 15) });
  const upgraded = await run('migrate');
  expect(upgraded).toContain(`Schema: from ${names[14]} to ${newest}, ${names.length - 15} steps.\n`);
  expect(upgraded).toMatch(/^Disk: the database has \d+ MB; [\d.]+ [MG]B are free at .+ not seen from here\.$/m);
  const again = await run('migrate');
  expect(again).not.toContain('Schema: from');
  expect(again).toContain(`up to date: schema ${newest}.`);
});

test('a new database comes from none', async () => {
  expect(await run('migrate')).toContain(`Schema: from none to ${newest}, ${names.length} steps.\n`);
});

test('of an own database it is said when less is free than it has; of the disk of another server nothing is known', () => {
  const plan = { from: names[0]!, to: newest, steps: 1, bytes: 3 * 1024 ** 3 };
  const own = { database_url: undefined, data_dir: '/data' };
  expect(migrationLines(own, plan, 2 * 1024 ** 3)).toEqual([
    `Schema: from ${names[0]} to ${newest}, 1 step.`,
    'Disk: the database has 3.0 GB; 2.0 GB are free at /data.',
    expect.stringContaining('needs more room'),
  ]);
  expect(migrationLines(own, plan, 4 * 1024 ** 3)).toHaveLength(2);
  expect(migrationLines({ ...own, database_url: 'postgres://db/desk' }, plan, 2 * 1024 ** 3)).toHaveLength(2);
});
