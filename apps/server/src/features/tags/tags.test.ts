import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { tagsByName } from './index.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

test('tags come by name and are found without regard to case, in their stored spelling', async () => {
  const admin = await desk.as();
  expect((await admin.call('tags.list')).data).toEqual([]);
  await desk.pool.query(`insert into tags (name) values ('VIP'), ('billing'), ('Ärger')`);
  const { data } = await admin.call('tags.list');
  expect(data.map((tag) => tag.name)).toEqual(['billing', 'VIP', 'Ärger']);
  expect(Number.isNaN(Date.parse(data[0]!.created_at))).toBe(false);
  const { db } = desk.app.deps;
  const found = await tagsByName(db, ['vip', ' BILLING ', 'ärger', 'unknown', 'Vip']);
  expect(found.map((tag) => tag.name).sort()).toEqual(['VIP', 'billing', 'Ärger'].sort());
  expect(await tagsByName(db, [])).toEqual([]);
});
