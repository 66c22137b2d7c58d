import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWay } from '../../test/dead-way.ts';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { createLog } from '../lib/log.ts';
import { openListener } from './listener.ts';

const log = createLog('silent');
let database: TestDatabase;
let writer: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
});
afterAll(async () => {
  await writer.end();
  await database.drop();
});

const say = (text: string) => writer.query('select pg_notify($1, $2)', ['news', text]);

test('a connection that went dead without a word is noticed, told as a gap, and made again', async () => {
  const way = await openWay(database.url);
  const bus = await openListener(way.url, ['news'], log, 500);
  const heard: string[] = [];
  const { promise: first, resolve: hearFirst } = Promise.withResolvers<void>();
  const { promise: later, resolve: hearLater } = Promise.withResolvers<void>();
  bus.on('news', (text) => {
    heard.push(text);
    (text === 'first' ? hearFirst : hearLater)();
  });
  await say('first');
  await first;
  const gap = new Promise<void>((resolve) => bus.onGap(resolve));
  way.die();
  await say('unheard');
  await gap;
  await say('later');
  await later;
  expect(heard).toEqual(['first', 'later']);
  await bus.close();
  way.close();
});

test('a server that cannot be reached at all is told at once', async () => {
  const way = await openWay(database.url);
  way.close();
  await expect(openListener(way.url, ['news'], log, 500)).rejects.toThrow(/ECONNREFUSED/);
});
