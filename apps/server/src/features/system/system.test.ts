import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness({ roles: ['web', 'worker'] });
});
afterAll(() => desk.close());

test('the system page tells what an operator asks first', async () => {
  const admin = await desk.as();
  const { status, data, body } = await admin.call('system.get');
  expect(status, body.message).toBe(200);
  expect(data).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    processes: [{ roles: ['web', 'worker'], pid: process.pid, node_version: process.version }],
    outgoing: { waiting: 0, overdue: 0, oldest_age: null, sent_today: 0, failed_today: 0 },
    incoming: { waiting: 0, oldest_age: null, received_today: 0, quarantined: 0 },
    mailboxes: [{ name: 'Local mail', verdict: 'ok', last_mail_in_at: null }],
    storage: { kind: 'fs', files: 0, bytes: 0, free: expect.any(Number) },
    last_backup_at: null,
  });
  expect(data.processes[0]!.memory).toBeGreaterThan(10_000_000);
  expect(data.database.bytes).toBeGreaterThan(1_000_000);
  expect(data.database.tables[0]!.bytes).toBeGreaterThanOrEqual(data.database.tables[1]!.bytes);
  expect(data.database.connections).toBeGreaterThan(0);
});

test('slow routes come from what every process has written down, the last backup from its row', async () => {
  const within = [0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4];
  const routes = [{ method: 'GET', route: '/api/v1/slow', count: 4, sum: 3, within }];
  await desk.pool.query(
    `insert into processes (id, roles, facts, seen_at) values (gen_random_uuid(), '{web}', $1, now()),
      (gen_random_uuid(), '{mail}', '{"odd": true}', now()), (gen_random_uuid(), '{mail}', '{}', now() - interval '5 minutes')`,
    [
      {
        host: 'two',
        pid: 1,
        version: '1.0.0',
        node_version: 'v24',
        memory: 1,
        heap: 1,
        lag_ms: 2,
        database_connections: 1,
        routes,
      },
    ],
  );
  await desk.pool.query(`insert into settings (key, value) values ('backup.last', '{"at": "2026-01-02T03:04:05Z"}')`);
  const { data } = await (await desk.as()).call('system.get');
  expect(data.processes.map(({ host }) => host)).toContain('two');
  expect(data.processes).toHaveLength(3);
  expect(data.slow_routes.find(({ route }) => route === '/api/v1/slow')).toEqual({
    method: 'GET',
    route: '/api/v1/slow',
    count: 4,
    mean_ms: 750,
    p95_ms: 975,
  });
  expect(data.last_backup_at).toBe('2026-01-02T03:04:05Z');
});

test('jobs that were given up are told with their last error', async () => {
  await desk.pool.query(
    `select graphile_worker.add_job('mail.process', '{"inbox_id": 999}', job_key := 'test', run_at := now() + interval '1 hour')`,
  );
  await desk.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'it broke' where key = 'test'`,
  );
  const { data } = await (await desk.as()).call('system.get');
  expect(data.jobs).toMatchObject({ failed: 1 });
  expect(data.jobs.kinds.find(({ name }) => name === 'mail.process')).toMatchObject({
    failed: 1,
    last_error: 'it broke',
  });
});
