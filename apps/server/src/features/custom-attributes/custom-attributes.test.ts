import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { attributeDefinitions } from './index.ts';

let desk: Harness;
let admin: ApiClient;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
});
afterAll(() => desk.close());

const plan = {
  applies_to: 'contact',
  name: 'Plan',
  key: 'plan',
  description: 'Subscription plan',
  data_type: 'list',
  values: ['free', 'pro'],
} as const;
const order = {
  ...plan,
  name: 'Order',
  key: 'order_no',
  description: 'Number of the order',
  data_type: 'text',
  values: [],
  regex: '^[A-Z]-\\d+$',
  regex_hint: 'such as A-91',
} as const;

test('definitions come complete, latest update first, of one kind or all', async () => {
  expect((await admin.call('custom_attributes.list')).data).toEqual([]);
  await desk.pool.query(`insert into custom_attributes (applies_to, name, key, data_type, values, updated_at) values
    ('contact', 'Tier', 'tier', 'list', '{free,pro}', now() - interval '1 hour'),
    ('conversation', 'Parcel', 'parcel', 'text', '{}', now())`);
  const all = (await admin.call('custom_attributes.list')).data;
  expect(all.map((attribute) => attribute.key)).toEqual(['parcel', 'tier']);
  expect(all[0]).toMatchObject({ values: [], regex: '', regex_hint: '', description: '' });
  const of = async (applies_to: string) =>
    (await admin.call('custom_attributes.list', { query: { applies_to } })).data.map((attribute) => attribute.key);
  expect(await of('contact')).toEqual(['tier']);
  expect(await of('')).toEqual(['parcel', 'tier']);
  expect(await of('nonsense')).toEqual([]);
  expect((await attributeDefinitions(desk.app.deps.db, 'contact'))[0]).toMatchObject({ values: ['free', 'pro'] });
});

async function find(key: string) {
  const { data } = await admin.call('custom_attributes.list');
  return data.find((attribute) => attribute.key === key)!;
}

async function lastChange() {
  const { rows } = await desk.pool.query(
    'select activity_type, target_model_id, params from activity_logs order by id desc limit 1',
  );
  return rows[0];
}

test('defined, changed and deleted; the activity log says what changed', async () => {
  expect(await admin.call('custom_attributes.create', { body: plan })).toMatchObject({ status: 200, data: true });
  const stored = await find('plan');
  const params = { id: stored.id };
  expect((await admin.call('custom_attributes.get', { params })).data).toMatchObject({
    ...plan,
    regex: '',
    regex_hint: '',
  });
  expect(await lastChange()).toMatchObject({
    activity_type: 'custom_attribute_created',
    target_model_id: stored.id,
    params: { name: 'Plan', changes: { values: { before: null, after: ['free', 'pro'] } } },
  });
  const body = { ...plan, id: 7, key: 'other', data_type: 'number', name: 'Contract', values: ['pro'] } as const;
  const changed = await admin.call('custom_attributes.update', { params, body });
  expect(changed.status, changed.body.message).toBe(200);
  expect((await admin.call('custom_attributes.get', { params })).data).toMatchObject({
    ...plan,
    name: 'Contract',
    values: ['pro'],
  });
  expect((await lastChange()).params.changes).toEqual({
    name: { before: 'Plan', after: 'Contract' },
    values: { before: ['free', 'pro'], after: ['pro'] },
  });
  expect(await admin.call('custom_attributes.remove', { params })).toMatchObject({ status: 200, data: true });
  expect(await lastChange()).toMatchObject({ activity_type: 'custom_attribute_deleted', target_model_id: stored.id });
  expect((await admin.call('custom_attributes.get', { params })).status).toBe(404);
});

test('a key is taken once for contacts and once for conversations; the second of two who save is told', async () => {
  const create = (applies_to: 'contact' | 'conversation') =>
    admin.call('custom_attributes.create', { body: { ...order, applies_to } });
  expect((await create('contact')).status).toBe(200);
  expect((await create('conversation')).status).toBe(200);
  const { data: before } = await admin.call('custom_attributes.list');
  expect(await create('contact')).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', data: { key: 'it is taken' } },
  });
  const stored = before.find((one) => one.key === 'order_no' && one.applies_to === 'contact')!;
  const params = { id: stored.id };
  const moved = { ...order, applies_to: 'conversation' } as const;
  expect(await admin.call('custom_attributes.update', { params, body: moved })).toMatchObject({
    status: 400,
    body: { data: { applies_to: 'it is taken' } },
  });
  expect((await admin.call('custom_attributes.list')).data).toEqual(before);
  const body = { ...order, name: 'Order number', based_on: stored.updated_at };
  expect((await admin.call('custom_attributes.update', { params, body })).status).toBe(200);
  expect(await admin.call('custom_attributes.update', { params, body })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', data: { updated_at: expect.any(String) } },
  });
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(141) }, 'name'],
  [{ name: 'Pl\u202ean' }, 'name'],
  [{ description: 'no' }, 'description'],
  [{ description: 'x'.repeat(301) }, 'description'],
  [{ key: 'Plan' }, 'key'],
  [{ key: 'my key' }, 'key'],
  [{ key: 'assigned_user' }, 'key'],
  [{ key: '__proto__x<b>' }, 'key'],
  [{ key: 'x'.repeat(141) }, 'key'],
  [{ applies_to: 'inbox' }, 'applies_to'],
  [{ data_type: 'object' }, 'data_type'],
  [{ data_type: 'list', values: [] }, 'values'],
  [{ data_type: 'list', values: null }, 'values'],
  [{ data_type: 'list', values: ['a', 'a'] }, 'values.1'],
  [{ data_type: 'list', values: ['a\u0000'] }, 'values.0'],
  [{ data_type: 'list', values: [7] }, 'values.0'],
  [{ regex: '(' }, 'regex'],
  [{ regex: '(?=a)' }, 'regex'],
  [{ regex: 'x'.repeat(1001) }, 'regex'],
  [{ regex: null }, 'regex'],
  [{ regex_hint: 'x'.repeat(1001) }, 'regex_hint'],
])('%j is refused, and the member named', async (member, named) => {
  const body = { ...order, key: 'fresh', ...member } as typeof order;
  const answer = await admin.call('custom_attributes.create', { body });
  expect(answer).toMatchObject({ status: 400, body: { error_type: 'InputException' } });
  expect(answer.body.data).toHaveProperty([named]);
  expect(answer.body.message).toContain(named);
  expect(await find('fresh')).toBeUndefined();
});

test('a pattern that was stored before patterns were checked stands in nobody’s way', async () => {
  const { rows } = await desk.pool.query<{ id: number }>(
    `insert into custom_attributes (applies_to, name, description, key, data_type, regex)
     values ('conversation', 'Old', 'An old one', 'old', 'text', '^(?=x)') returning id`,
  );
  const params = { id: rows[0]!.id };
  const body = { ...order, applies_to: 'conversation', name: 'Older', regex: '^(?=x)' } as const;
  expect((await admin.call('custom_attributes.update', { params, body })).status).toBe(200);
  expect((await admin.call('custom_attributes.update', { params, body: { ...body, regex: '^(?=y)' } })).status).toBe(
    400,
  );
  const { conversation } = await openConversation(desk);
  const values = { old: 'anything' };
  const kept = await admin.call('conversations.merge_attributes', {
    params: { uuid: conversation.uuid },
    body: values,
  });
  expect(kept.status, kept.body.message).toBe(200);
});

test('a pattern that would outlast everybody decides at once', async () => {
  const body = { ...order, applies_to: 'conversation', key: 'slow', regex: '^(a+)+$', regex_hint: '' } as const;
  expect((await admin.call('custom_attributes.create', { body })).status).toBe(200);
  const { conversation } = await openConversation(desk);
  const give = (slow: string) =>
    admin.call('conversations.merge_attributes', { params: { uuid: conversation.uuid }, body: { slow } });
  expect((await give(`${'a'.repeat(9_999)}!`)).status).toBe(400);
  expect((await give('a'.repeat(10_000))).status).toBe(200);
  const { data } = await admin.call('custom_attributes.usage', { params: { id: (await find('slow')).id } });
  expect(data).toEqual({ used_by: [], total: 0, conversations: 1, contacts: 0 });
});

test('unknown ones are not found, and a list keeps a value', async () => {
  const params = { id: 999_999 };
  for (const call of ['custom_attributes.get', 'custom_attributes.usage', 'custom_attributes.remove'] as const) {
    expect(await admin.call(call, { params })).toMatchObject({
      status: 404,
      body: { error_type: 'NotFoundException' },
    });
  }
  expect((await admin.call('custom_attributes.update', { params, body: order })).status).toBe(404);
  const tier = await find('tier');
  const emptied = await admin.call('custom_attributes.update', {
    params: { id: tier.id },
    body: { ...plan, values: [] },
  });
  expect(emptied).toMatchObject({ status: 400, body: { data: { values: 'it must not be empty' } } });
});
