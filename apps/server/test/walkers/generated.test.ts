import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeSchema } from '../../src/cli/docs/schema.queries.ts';
import { generatedFiles, generatedFolder, root } from '../../src/cli/docs.ts';
import { type Database, openDatabase } from '../../src/db/pool.ts';
import { codegenArguments } from '../../src/db/types-generator.ts';
import { createLog } from '../../src/lib/log.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, createLog('silent'));
});
afterAll(async () => {
  await database.db.destroy();
  await test.drop();
});

it.each(Object.entries(generatedFiles()))('%s is fresh', async (path, text) => {
  expect(await readFile(join(root, path), 'utf8')).toBe(text);
});

it('docs/generated/schema.sql is fresh', async () => {
  expect(await readFile(join(generatedFolder, 'schema.sql'), 'utf8')).toBe(await describeSchema(database.db));
});

it('db/types.gen.ts is what the migrated database generates', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-types-'));
  try {
    const file = join(folder, 'types.ts');
    const [command, ...args] = codegenArguments(test.url, file);
    await promisify(execFile)(process.execPath, [command!, ...args]);
    expect(await readFile(join(import.meta.dirname, '../../src/db/types.gen.ts'), 'utf8')).toBe(
      await readFile(file, 'utf8'),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
