import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../test/harness.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness({ roles: ['worker'] });
});
afterAll(() => desk.close());

test('jobs that come round seldom run soon after the start, once however many processes start, each in its own queue', async () => {
  const second = await createHarness({ share: desk, roles: ['worker'] });
  const { rows } = await desk.pool.query(
    `select key, queue_name, run_at > now() and run_at < now() + interval '40 s' as is_soon from graphile_worker.jobs
     where key like 'start:%' order by key`,
  );
  const seldom = [
    'automations.sweep',
    'maintenance.tidy',
    'media.collect',
    'raw_mails.expire',
    'releases.check',
    'storage.sweep',
  ];
  expect(rows).toEqual(seldom.map((job) => ({ key: `start:${job}`, queue_name: `cron:${job}`, is_soon: true })));
  await second.close();
});
