import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { attributeDefinitions } from './index.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

test('definitions come complete, latest update first, of one kind or all', async () => {
  const admin = await desk.as();
  expect((await admin.call('custom_attributes.list')).data).toEqual([]);
  await desk.pool.query(`insert into custom_attributes (applies_to, name, key, data_type, values, updated_at) values
    ('contact', 'Plan', 'plan', 'list', '{free,pro}', now() - interval '1 hour'),
    ('conversation', 'Order', 'order', 'text', '{}', now())`);
  const all = (await admin.call('custom_attributes.list')).data;
  expect(all.map((attribute) => attribute.key)).toEqual(['order', 'plan']);
  expect(all[0]).toMatchObject({ values: [], regex: '', regex_hint: '', description: '' });
  const of = async (applies_to: string) =>
    (await admin.call('custom_attributes.list', { query: { applies_to } })).data.map((attribute) => attribute.key);
  expect(await of('contact')).toEqual(['plan']);
  expect(await of('')).toEqual(['order', 'plan']);
  expect(await of('nonsense')).toEqual([]);
  expect((await attributeDefinitions(desk.app.deps.db, 'contact'))[0]).toMatchObject({ values: ['free', 'pro'] });
});
