import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts';
import { type Database, openDatabase } from '../db/pool.ts';
import { createLog } from '../lib/log.ts';
import type { Actor } from './actor.ts';
import { because, finishCause, recordCause } from './cause.ts';
import { forgetCauses } from './tidy.ts';
import { createWork, type UnitOfWork, type Work } from './unit-of-work.ts';

const system: Actor = {
  kind: 'system',
  id: 1,
  first_name: 'System',
  last_name: '',
  email: 'System',
  permissions: new Set(),
  roles: [],
  team_ids: [],
  created_at: new Date(0),
};
let testDatabase: TestDatabase;
let database: Database;
let work: Work;
let now = new Date();
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, createLog('silent'));
  work = createWork({ database, clock: { now: () => now }, subscribers: {} });
});
afterAll(async () => {
  await database.db.destroy();
  await testDatabase.drop();
});

const record = (uow: UnitOfWork, name: string) =>
  recordCause(uow, { kind: 'automation', conversation_id: null, trace: { facts: [{ name: 'who', value: name }] } });
const stored = async () =>
  (
    await database.pool.query(
      `select id::int, parent_id::int, failed, trace -> 'facts' -> 0 ->> 'value' as name from causes order by id`,
    )
  ).rows;
const count = async () => (await database.pool.query('select count(*)::int as n from causes')).rows[0].n;

test('what is done for a reason descends from it, at any depth, and what comes after does not', async () => {
  await work(system, async (uow) => {
    expect(uow.cause).toBeNull();
    const first = await record(uow, 'first');
    // To record is not yet to act.
    expect(uow.cause).toBeNull();
    const answer = await because(uow, first, async () => {
      const second = await record(uow, 'second');
      await because(uow, second, async () => {
        expect(uow.cause).toBe(second);
        await record(uow, 'third');
        await uow.publish({ kind: 'agent.logged_in', user_id: 7 });
      });
      expect(uow.cause).toBe(first);
      await record(uow, 'second too');
      return 'done';
    });
    expect([answer, uow.cause]).toEqual(['done', null]);
    await record(uow, 'by itself');
    await uow.publish({ kind: 'agent.logged_in', user_id: 8 });
  });
  const rows = await stored();
  const idOf = (name: string) => rows.find((row) => row.name === name).id;
  expect(rows.map(({ name, parent_id }) => [name, parent_id])).toEqual([
    ['first', null],
    ['second', idOf('first')],
    ['third', idOf('second')],
    ['second too', idOf('first')],
    ['by itself', null],
  ]);
  const { rows: events } = await database.pool.query('select cause_id::int from events order by seq');
  expect(events.map(({ cause_id }) => cause_id)).toEqual([idOf('second'), null]);
});

test('what throws leaves no reason behind for what is done next', async () => {
  await work(system, async (uow) => {
    const outer = await record(uow, 'outer');
    await because(uow, outer, async () => {
      const inner = await record(uow, 'inner');
      const failing = because(uow, inner, () => Promise.reject(new Error('no such team')));
      await expect(failing).rejects.toThrow('no such team');
      expect(uow.cause).toBe(outer);
    });
    expect(uow.cause).toBeNull();
  });
});

test('a unit of work that is rolled back leaves no record', async () => {
  const before = await count();
  const undone = work(system, async (uow) => {
    await because(uow, await record(uow, 'never'), async () => void (await record(uow, 'neither')));
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  expect(await count()).toBe(before);
});

test('what came of it is added to what was weighed; a failed action makes it a failure', async () => {
  const action = { type: 'assign_team', value: ['7'] };
  const finish = (results: ('done' | 'failed' | 'skipped')[]) =>
    work(system, async (uow) => {
      const id = await record(uow, `results ${results}`);
      const actions = results.map((result) => ({ ...action, result, code: null, error: null }));
      await finishCause(uow, id, { actions });
      return id;
    });
  const lost = await finish(['done', 'failed']);
  const won = await finish(['done', 'skipped']);
  const { rows } = await database.pool.query(
    `select failed, jsonb_array_length(trace -> 'actions') as actions, jsonb_array_length(trace -> 'facts') as facts
      from causes where id = any($1) order by id`,
    [[lost, won]],
  );
  expect(rows).toEqual([
    { failed: true, actions: 2, facts: 1 },
    { failed: false, actions: 2, facts: 1 },
  ]);
});

test('records are kept for 90 days, and go in batches', async () => {
  await database.pool.query('delete from causes');
  await database.pool.query(
    `insert into causes (created_at, kind) select $1::timestamptz - interval '90 days 1 second', 'automation'
      from generate_series(1, 5001)`,
    [now],
  );
  await database.pool.query(
    `insert into causes (created_at, kind) values ($1::timestamptz - interval '89 days', 'sla')`,
    [now],
  );
  let units = 0;
  await forgetCauses({
    system,
    work: (actor, body) => {
      units++;
      return work(actor, body);
    },
  });
  expect([units, await count()]).toEqual([2, 1]);
  now = new Date(now.getTime() + 2 * 24 * 3600_000);
  await forgetCauses({ system, work });
  expect(await count()).toBe(0);
});
