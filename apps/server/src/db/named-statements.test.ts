import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { createLog } from '../lib/log.ts';
import { type Database, openDatabase } from './pool.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  // One connection, so that what it holds can be looked at.
  database = openDatabase(testDatabase.url, createLog('silent'), { max: 1 });
});

afterAll(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

const prepared = async () =>
  (await database.pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    (row) => row.statement,
  );

test('a text that comes again is prepared once, one that came twice is not', async () => {
  const often = (n: number) => sql<{ n: number }>`select ${n}::int as n`.execute(database.db);
  const seldom = (n: number) => sql<{ n: number }>`select ${n}::int as seldom`.execute(database.db);
  for (const n of [1, 2, 3, 4]) expect((await often(n)).rows).toEqual([{ n }]);
  for (const n of [1, 2]) await seldom(n);
  expect(await prepared()).toEqual(['select $1::int as n']);
});

test('a statement whose table was migrated meanwhile is sent anew', async () => {
  await sql`create table changing (id int)`.execute(database.db);
  const read = (id: number) => sql`select * from changing where id = ${id}`.execute(database.db);
  await sql`insert into changing values (7)`.execute(database.db);
  for (let time = 0; time < 3; time++) expect((await read(7)).rows).toEqual([{ id: 7 }]);
  await sql`alter table changing add column name text default 'new'`.execute(database.db);
  expect((await read(7)).rows).toEqual([{ id: 7, name: 'new' }]);
});

test('inside a transaction the first of them fails, and the transaction tried again does not', async () => {
  await sql`create table moving (id int)`.execute(database.db);
  const read = () =>
    database.db
      .transaction()
      .execute(async (db) => (await sql`select * from moving where id <> ${0}`.execute(db)).rows);
  for (let time = 0; time < 3; time++) await read();
  await sql`alter table moving add column name text`.execute(database.db);
  await expect(read()).rejects.toThrow('cached plan');
  expect(await read()).toEqual([]);
});

test('times are read to the millisecond, whatever zone the server writes in', async () => {
  const read = async (text: string, zone: string) => {
    await sql`set timezone to ${sql.lit(zone)}`.execute(database.db);
    return (await sql<{ at: Date }>`select ${text}::timestamptz as at`.execute(database.db)).rows[0]!.at;
  };
  const moment = '2026-03-29T01:02:03.456789Z';
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns']) {
    expect((await read(moment, zone)).toISOString()).toBe('2026-03-29T01:02:03.456Z');
  }
  expect((await read('0044-03-15 12:00:00+00 BC', 'UTC')).getUTCFullYear()).toBe(-43);
});
