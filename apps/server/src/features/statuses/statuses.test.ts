import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { findStatusByName, loadStatuses } from './index.ts';

let desk: Harness;
let admin: ApiClient;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
});
afterAll(() => desk.close());

const find = async (name: string) => (await admin.call('statuses.list')).data.find((status) => status.name === name)!;

async function lastChange() {
  const { rows } = await desk.pool.query(
    'select activity_type, target_model_id, params from activity_logs order by id desc limit 1',
  );
  return rows[0];
}

test('the seeded statuses come in their order with their categories', async () => {
  const { data } = await admin.call('statuses.list');
  expect(data.map(({ name, category }) => [name, category])).toEqual([
    ['Open', 'open'],
    ['Snoozed', 'waiting'],
    ['Resolved', 'resolved'],
    ['Closed', 'resolved'],
  ]);
  const { db, work, system } = desk.app.deps;
  expect(await loadStatuses(db)).toHaveLength(4);
  await work(system, async (uow) => {
    expect(await findStatusByName(uow.db, ' snoozed ')).toMatchObject({ name: 'Snoozed', category: 'waiting' });
    expect(await findStatusByName(uow.db, 'Nonsense')).toBeUndefined();
  });
});

test('created, changed and deleted; without a category it is open, and a change keeps what it does not name', async () => {
  expect(await admin.call('statuses.create', { body: { name: ' Escalated ' } })).toMatchObject({
    status: 200,
    data: true,
  });
  const status = await find('Escalated');
  expect(status.category).toBe('open');
  expect(await lastChange()).toMatchObject({ activity_type: 'status_created', target_model_id: status.id });
  const params = { id: status.id };
  const recategorised = { name: 'With the supplier', category: 'waiting', based_on: status.updated_at } as const;
  const changed = await admin.call('statuses.update', { params, body: recategorised });
  expect(changed.status, changed.body.message).toBe(200);
  expect((await lastChange()).params.changes).toEqual({
    name: { before: 'Escalated', after: 'With the supplier' },
    category: { before: 'open', after: 'waiting' },
  });
  expect((await admin.call('statuses.update', { params, body: { name: 'At the supplier' } })).status).toBe(200);
  expect(await find('At the supplier')).toMatchObject({ id: status.id, category: 'waiting' });
  expect((await admin.call('statuses.update', { params, body: recategorised })).status).toBe(409);
  expect(await admin.call('statuses.remove', { params })).toMatchObject({ status: 200, data: true });
  expect((await admin.call('statuses.list')).data).toHaveLength(4);
});

test('conversations get a new status at once, and lists, counts and filters know it', async () => {
  const { conversation } = await openConversation(desk);
  const { data: before } = await admin.call('conversations.counts');
  expect(before.all).toMatchObject({ Open: 1 });
  await admin.call('statuses.create', { body: { name: 'Done by phone', category: 'resolved' } });
  const params = { uuid: conversation.uuid };
  const body = { status: 'Done by phone' };
  expect(await admin.call('conversations.set_status', { params, body })).toMatchObject({
    status: 400,
    body: { code: 'conversation.resolve_needs_assignee' },
  });
  const { data: me } = await admin.call('agents.me');
  await admin.call('conversations.assign_user', { params, body: { assignee_id: me.id } });
  const set = await admin.call('conversations.set_status', { params, body });
  expect(set.status, set.body.message).toBe(200);
  const stored = (await admin.call('conversations.get', { params })).data;
  expect(stored).toMatchObject({ status: 'Done by phone', resolved_at: expect.any(String), closed_at: null });
  const status = await find('Done by phone');
  const listed = async () => {
    const filters = JSON.stringify([
      { model: 'conversations', field: 'status_id', operator: 'equals', value: String(status.id) },
    ]);
    const { data } = await admin.call('conversations.all', { query: { filters } });
    return [data.total, data.results.map((row) => row.status)];
  };
  expect(await listed()).toEqual([1, ['Done by phone']]);
  expect((await admin.call('conversations.all')).data.total).toBe(1);
  expect((await admin.call('conversations.counts')).data).toMatchObject({
    all: { Open: 0, 'Done by phone': 1 },
    assigned: { 'Done by phone': 1 },
  });
  await desk.pool.query('select fold_conversation_counts()');
  await admin.call('statuses.update', { params: { id: status.id }, body: { name: 'Phoned' } });
  expect((await admin.call('conversations.counts')).data.all).toMatchObject({ Open: 0, Phoned: 1 });
  expect(await listed()).toEqual([1, ['Phoned']]);
  await admin.call('conversations.set_status', { params, body: { status: 'Open' } });
  const reopened = (await admin.call('conversations.get', { params })).data;
  expect(reopened).toMatchObject({ status: 'Open', resolved_at: null });
  expect((await admin.call('statuses.remove', { params: { id: status.id } })).status).toBe(200);
  expect((await admin.call('conversations.counts')).data.all).toEqual({ Open: 1, Snoozed: 0, Resolved: 0, Closed: 0 });
});

test('one that is in use is neither deleted nor given another category, and what uses it is told', async () => {
  const { conversation } = await openConversation(desk);
  await admin.call('statuses.create', { body: { name: 'On hold' } });
  const status = await find('On hold');
  const params = { id: status.id };
  await admin.call('macros.create', {
    body: {
      name: 'Hold it',
      visibility: 'all',
      visible_when: ['replying'],
      actions: [{ type: 'set_status', value: [String(status.id)] }],
    },
  });
  const byMacro = {
    used_by: [{ entity: 'macro', id: expect.any(Number), name: 'Hold it' }],
    total: 1,
    conversations: 0,
  };
  expect((await admin.call('statuses.usage', { params })).data).toEqual(byMacro);
  expect(await admin.call('statuses.remove', { params })).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', code: 'status.in_use', data: byMacro },
  });
  await admin.call('conversations.set_status', { params: { uuid: conversation.uuid }, body: { status: 'On hold' } });
  const inUse = { status: 400, body: { code: 'status.in_use', data: { conversations: 1 } } };
  expect(await admin.call('statuses.remove', { params })).toMatchObject(inUse);
  const body = { name: 'On hold', category: 'resolved' } as const;
  expect(await admin.call('statuses.update', { params, body })).toMatchObject({
    status: 400,
    body: { code: 'status.category_in_use', data: { category: expect.any(String) } },
  });
  expect((await admin.call('statuses.update', { params, body: { name: 'Held' } })).status).toBe(200);
});

test('the four that others rely on stay what they are', async () => {
  for (const { id, name } of (await admin.call('statuses.list')).data.slice(0, 4)) {
    const fixed = { status: 400, body: { error_type: 'InputException', code: 'status.fixed' } };
    expect(await admin.call('statuses.update', { params: { id }, body: { name: `${name}!` } })).toMatchObject(fixed);
    expect(await admin.call('statuses.remove', { params: { id } })).toMatchObject(fixed);
  }
});

test('a name is taken without regard to case, and an unknown one is not found', async () => {
  const taken = { status: 409, body: { error_type: 'ConflictException', data: { name: 'it is taken' } } };
  expect(await admin.call('statuses.create', { body: { name: 'oPEN' } })).toMatchObject(taken);
  await admin.call('statuses.create', { body: { name: 'Checked' } });
  const { id } = await find('Checked');
  expect(await admin.call('statuses.update', { params: { id }, body: { name: 'closed' } })).toMatchObject(taken);
  const params = { id: 999_999 };
  const unknown = { status: 404, body: { error_type: 'NotFoundException' } };
  expect(await admin.call('statuses.update', { params, body: { name: 'Any' } })).toMatchObject(unknown);
  expect(await admin.call('statuses.remove', { params })).toMatchObject(unknown);
  expect(await admin.call('statuses.usage', { params })).toMatchObject(unknown);
});

test.each([
  [{ name: '' }, 'name', 'it is missing'],
  [{ name: 'x'.repeat(26) }, 'name', 'it must have at most 25 characters'],
  [{ name: 'ä'.repeat(13) }, 'name', expect.stringContaining('25 bytes')],
  [{ name: 'Op\u202een' }, 'name', 'it holds characters that cannot be seen'],
  [{ name: 'Fine', category: 'closed' }, 'category', 'it must be one of open, waiting, resolved'],
])('%j is refused, and the member named', async (body, member, reason) => {
  const answer = await admin.call('statuses.create', { body: body as { name: string } });
  expect(answer).toMatchObject({ status: 400, body: { error_type: 'InputException', data: { [member]: reason } } });
});

test('of a status that is being deleted and a conversation that gets it, one is refused', async () => {
  const { conversation } = await openConversation(desk);
  await admin.call('statuses.create', { body: { name: 'Short-lived' } });
  const { id } = await find('Short-lived');
  const [removed, set] = await Promise.all([
    admin.call('statuses.remove', { params: { id } }),
    admin.call('conversations.set_status', {
      params: { uuid: conversation.uuid },
      body: { status: 'Short-lived' },
    }),
  ]);
  expect([removed.status, set.status].sort()).toEqual([200, 400]);
});
