import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { findPriorityByName } from './index.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

test('the seeded priorities come least urgent first', async () => {
  const { data } = await (await desk.as()).call('priorities.list');
  expect(data.map(({ name }) => name)).toEqual(['Low', 'Medium', 'High']);
  const { db } = desk.app.deps;
  expect(await findPriorityByName(db, 'high')).toMatchObject({ name: 'High' });
  expect(await findPriorityByName(db, '')).toBeUndefined();
});
