import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';
import { watchProcess } from '../lib/process-facts.ts';
import { startHeartbeat } from './heartbeat.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

test('a process is written down while it beats, with one connection however long the database takes, and leaves no trace', async () => {
  const id = '5b0f6a3e-0f0d-4d7f-9f5a-1f1f7d1c2a10';
  const { work, system, log } = desk.app.deps;
  const facts = async () => ({ ...watched.read(), database_connections: 1, routes: [] });
  const watched = watchProcess();
  const options = { id, roles: ['web'], poolIds: () => [], facts, alone: false, work, system, log, every_ms: 5 };
  const heartbeat = await startHeartbeat(options);
  const seen = async () =>
    (await desk.pool.query('select seen_at from processes where id = $1', [id])).rows[0]?.seen_at;
  const first = await seen();
  await desk.until(async () => (await seen()) > first, 'another beat');

  const client = await desk.pool.connect();
  await client.query('begin');
  await client.query('lock table processes');
  const waiting = async () => {
    const { rows } = await desk.pool.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = 'bellhop' and wait_event_type = 'Lock'`,
    );
    return rows[0].count as number;
  };
  await desk.until(waiting, 'a beat that waits');
  const counts: number[] = [];
  for (let look = 0; look < 20; look++) counts.push(await waiting());
  await client.query('rollback');
  client.release();
  // The harness has a heartbeat of its own.
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);

  await heartbeat.stop();
  expect(await seen()).toBeUndefined();
  watched.stop();
});
