import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { findStatusByName, loadStatuses } from './index.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

test('the seeded statuses come in their order with their categories', async () => {
  const { data } = await (await desk.as()).call('statuses.list');
  expect(data.map(({ name, category }) => [name, category])).toEqual([
    ['Open', 'open'],
    ['Snoozed', 'waiting'],
    ['Resolved', 'resolved'],
    ['Closed', 'resolved'],
  ]);
  const { db } = desk.app.deps;
  expect(await loadStatuses(db)).toHaveLength(4);
  expect(await findStatusByName(db, ' snoozed ')).toMatchObject({ name: 'Snoozed', category: 'waiting' });
  expect(await findStatusByName(db, 'Nonsense')).toBeUndefined();
});
