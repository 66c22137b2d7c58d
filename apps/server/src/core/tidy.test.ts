import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { type Database, openDatabase } from '../db/pool.ts';
import { createLog } from '../lib/log.ts';
import { rotateEvents } from './tidy.queries.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, createLog('silent'));
});
afterAll(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

test('the change log loses what is too old, also what came when its month had not been made', async () => {
  const { pool } = database;
  await pool.query(
    `create table events_2001_05 partition of events for values from ('2001-05-01Z') to ('2001-06-01Z')`,
  );
  await pool.query(`insert into events (seq, created_at, kind) values
    (1, '2001-05-09Z', 'in a month of its own'), (2, '2001-07-09Z', 'beside the months'),
    (3, date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '50 days', 'beside them, yet young'),
    (4, now(), 'fresh')`);
  const places = async () =>
    (await pool.query('select kind, tableoid::regclass::text as place from events order by seq')).rows;
  expect((await places()).map(({ place }) => place)).toEqual([
    'events_2001_05',
    'events_default',
    'events_default',
    expect.stringMatching(/^events_\d{4}_\d{2}$/),
  ]);
  await database.db.transaction().execute((db) => rotateEvents(db, 3));
  expect((await places()).map(({ kind }) => kind)).toEqual(['beside them, yet young', 'fresh']);
  expect((await pool.query("select to_regclass('events_2001_05') as place")).rows).toEqual([{ place: null }]);
});
