import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWay } from '../../test/dead-way.ts';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { createLog } from '../lib/log.ts';
import { openDatabase } from './pool.ts';

const log = createLog('silent');
let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

test('a connection whose server went away without a word ends, in a transaction too, and the next one works', async () => {
  const way = await openWay(testDatabase.url);
  const database = openDatabase(way.url, log, { max: 2, answer_ms: 300 });
  const look = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  const pidOf = async () => (await look.execute(database.db)).rows[0]?.pid;
  const before = await pidOf();
  expect(await pidOf()).toBe(before);
  let isDead = false;
  const transaction = database.db.transaction().execute(async (db) => {
    await look.execute(db);
    way.die();
    isDead = true;
    await look.execute(db);
  });
  // The rollback finds the connection closed.
  await expect(transaction).rejects.toThrow(/closed/);
  expect(isDead).toBe(true);
  expect(database.pool.totalCount).toBe(0);
  // As the job queue uses it: the pool itself, without Kysely.
  const other = await database.pool.connect();
  way.die();
  await expect(other.query('select 1')).rejects.toThrow(/connection terminated/i);
  other.release();
  expect(database.pool.totalCount).toBe(0);
  expect(await pidOf()).toBeGreaterThan(0);
  await database.db.destroy();
  way.close();
});

test('a connection may be silent for longer while nothing is asked of it', async () => {
  const database = openDatabase(testDatabase.url, log, { max: 1, answer_ms: 200 });
  const client = await database.pool.connect();
  const heard = new Promise((resolve) => client.on('notification', resolve));
  await client.query('listen news');
  const writer = openDatabase(testDatabase.url, log, { max: 1 });
  // The answer comes when the limit has passed more than once.
  await writer.pool.query("select pg_sleep(0.5), pg_notify('news', 'late')");
  await heard;
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
  await database.db.destroy();
  await writer.db.destroy();
});
