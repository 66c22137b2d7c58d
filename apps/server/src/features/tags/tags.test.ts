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

const lastChange = async () => {
  const { rows } = await desk.pool.query(
    'select activity_type, actor_id, target_model_type, target_model_id, params, ip from activity_logs order by id desc limit 1',
  );
  return rows[0];
};

test('created, renamed and deleted; everybody hears of it and the activity log says who did it', async () => {
  const admin = await desk.as();
  const { rows } = await desk.pool.query('select coalesce(max(seq), 0)::int as seq from events');
  expect(await admin.call('tags.create', { body: { name: ' Returns ' } })).toMatchObject({ status: 200, data: true });
  const tag = (await admin.call('tags.list')).data.find(({ name }) => name === 'Returns')!;
  expect(await lastChange()).toMatchObject({
    activity_type: 'tag_created',
    target_model_type: 'tag',
    target_model_id: tag.id,
    params: { name: 'Returns', changes: { name: { before: null, after: 'Returns' } } },
    ip: '127.0.0.1',
  });
  const params = { id: tag.id };
  const renamed = await admin.call('tags.update', { params, body: { name: 'returns', based_on: tag.updated_at } });
  expect(renamed.status, renamed.body.message).toBe(200);
  expect((await lastChange()).params.changes).toEqual({ name: { before: 'Returns', after: 'returns' } });
  expect(await admin.call('tags.remove', { params })).toMatchObject({ status: 200, data: true });
  expect(await lastChange()).toMatchObject({ activity_type: 'tag_deleted', target_model_id: tag.id });
  expect((await admin.call('tags.list')).data.map(({ id }) => id)).not.toContain(tag.id);
  const frames = await desk.pool.query('select frame from events where seq > $1 order by seq', [rows[0].seq]);
  expect(frames.rows.map(({ frame }) => frame)).toEqual(
    Array(3).fill({ type: 'config_changed', data: { entity: 'tag' } }),
  );
});

test('a name is taken without regard to case; of two who save the same tag the second is told', async () => {
  const admin = await desk.as();
  expect(await admin.call('tags.create', { body: { name: 'vIP' } })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', data: { name: 'it is taken' } },
  });
  const [tag] = (await admin.call('tags.list')).data;
  const params = { id: tag!.id };
  expect((await admin.call('tags.update', { params, body: { name: 'VIP' } })).status).toBe(409);
  const body = { name: 'Invoices', based_on: tag!.updated_at };
  expect((await admin.call('tags.update', { params, body })).status).toBe(200);
  expect(await admin.call('tags.update', { params, body: { ...body, name: 'Bills' } })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', data: { updated_at: expect.any(String) } },
  });
});

test.each([
  ['', 'it is missing'],
  ['   ', 'it must not be empty'],
  ['x'.repeat(141), 'it must have at most 140 characters'],
  ['invoice\u202egpj', 'it holds characters that cannot be seen'],
  ['two\nlines', 'it holds characters that cannot be seen'],
])('the name %j is refused, and the member named', async (name, reason) => {
  const admin = await desk.as();
  expect(await admin.call('tags.create', { body: { name } })).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', data: { name: reason } },
  });
});

test('what uses a tag is told before it is deleted', async () => {
  const admin = await desk.as();
  await admin.call('tags.create', { body: { name: 'Urgent' } });
  const tag = (await admin.call('tags.list')).data.find(({ name }) => name === 'Urgent')!;
  await admin.call('macros.create', {
    body: {
      name: 'Escalate',
      visibility: 'all',
      visible_when: ['replying'],
      actions: [{ type: 'add_tags', value: ['urgent'] }],
    },
  });
  const { data } = await admin.call('tags.usage', { params: { id: tag.id } });
  expect(data).toMatchObject({ used_by: [{ entity: 'macro', name: 'Escalate' }], total: 1, conversations: 0 });
  for (const call of ['tags.usage', 'tags.remove'] as const) {
    expect(await admin.call(call, { params: { id: 999_999 } })).toMatchObject({
      status: 404,
      body: { error_type: 'NotFoundException' },
    });
  }
});
