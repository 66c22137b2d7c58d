import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** A way to the server that can go dead: connections stay open and carry nothing more; new ones are fine. */
async function openWay(url: string) {
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) };
  return {
    url: Object.assign(new URL(url), here).href,
    die() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

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
