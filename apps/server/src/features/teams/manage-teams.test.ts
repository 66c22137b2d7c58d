import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let hours: number;
beforeAll(async () => {
  desk = await createHarness();
  admin = await desk.as();
  const { rows } = await desk.pool.query(
    `insert into business_hours (name, is_always_open, hours, holidays) values ('Office', true, '{}', '[]') returning id`,
  );
  hours = rows[0].id;
});
afterAll(() => desk.close());

const team = (members: Record<string, unknown> = {}) => ({
  name: 'Billing',
  emoji: '💳',
  conversation_assignment_type: 'Round robin',
  timezone: 'Europe/Lisbon',
  business_hours_id: '',
  sla_policy_id: '',
  max_auto_assigned_conversations: 20,
  ...members,
});
const find = async (name: string) => (await admin.call('teams.list')).data.find((row) => row.name === name)!;
const create = async (name: string) => {
  expect((await admin.call('teams.create', { body: team({ name }) })).status).toBe(200);
  return find(name);
};

test('created, read, changed and deleted by forms', async () => {
  const made = await create('Billing');
  expect(made).toMatchObject({
    emoji: '💳',
    conversation_assignment_type: 'Round robin',
    timezone: 'Europe/Lisbon',
    business_hours_id: null,
    sla_policy_id: null,
    max_auto_assigned_conversations: 20,
    members: 0,
  });
  const params = { id: made.id };
  const body = team({ name: 'Invoices', business_hours_id: hours, based_on: made.updated_at });
  expect((await admin.call('teams.update', { params, body })).status).toBe(200);
  expect((await admin.call('teams.get', { params })).data).toMatchObject({
    name: 'Invoices',
    business_hours_id: hours,
    sla_policy_id: null,
  });
  expect((await admin.call('teams.update', { params, body })).status).toBe(409);
  // Empty and absent mean none (wire A 25.6).
  expect((await admin.call('teams.update', { params, body: team({ name: 'Invoices' }) })).status).toBe(200);
  expect((await admin.call('teams.get', { params })).data.business_hours_id).toBeNull();
  expect(await admin.call('teams.remove', { params })).toMatchObject({ status: 200, data: true });
  for (const call of ['teams.get', 'teams.usage', 'teams.remove'] as const) {
    expect(await admin.call(call, { params })).toMatchObject({ status: 400, body: { error_type: 'InputException' } });
  }
  expect((await admin.call('teams.update', { params, body: team() })).status).toBe(400);
});

test('a team without an emoji reads back as text, which forms need', async () => {
  const id = await desk.addTeam('Plain');
  expect((await admin.call('teams.get', { params: { id } })).data.emoji).toBe('');
});

test('what is no id or no number of a form means none', async () => {
  const body = team({
    name: 'Loose',
    business_hours_id: 'x',
    sla_policy_id: '0',
    max_auto_assigned_conversations: 'many',
  });
  expect((await admin.call('teams.create', { body })).status).toBe(200);
  expect(await find('Loose')).toMatchObject({
    business_hours_id: null,
    sla_policy_id: null,
    max_auto_assigned_conversations: 0,
  });
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x' }, 'name'],
  [{ name: 'x'.repeat(141) }, 'name'],
  [{ name: 'Bil\u202eling' }, 'name'],
  [{ name: 'Bil\u0000ling' }, 'name'],
  [{ emoji: '💳'.repeat(11) }, 'emoji'],
  [{ conversation_assignment_type: 'round robin' }, 'conversation_assignment_type'],
  [{ conversation_assignment_type: '' }, 'conversation_assignment_type'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ timezone: '+02:00' }, 'timezone'],
  [{ business_hours_id: '999999' }, 'business_hours_id'],
  [{ business_hours_id: '2147483648' }, 'business_hours_id'],
  [{ sla_policy_id: '999999' }, 'sla_policy_id'],
  [{ max_auto_assigned_conversations: '1000001' }, 'max_auto_assigned_conversations'],
])('%j is refused, and the member named', async (wrong, member) => {
  expect(await admin.call('teams.create', { body: team({ name: 'Wrong', ...wrong }) })).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', data: { [member]: expect.any(String) } },
  });
});

test('a name is taken without regard to case, and free after the team is deleted', async () => {
  const { id } = await create('Night');
  expect(await admin.call('teams.create', { body: team({ name: 'NIGHT' }) })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', data: { name: 'it is taken' } },
  });
  expect((await admin.call('teams.remove', { params: { id } })).status).toBe(200);
  await create('night');
});

test('deleting a team tells what uses it first, then frees all of it', async () => {
  const { id } = await create('Returns');
  const member = await desk.addAgent({ email: 'member@desk.test', team_ids: [id], permissions: [] });
  const macro = { name: 'Ours', visibility: 'team', team_id: id, message_content: 'x', visible_when: ['replying'] };
  expect((await admin.call('macros.create', { body: { ...macro, actions: [] } })).status).toBe(200);
  const [open, closed] = [await openConversation(desk), await openConversation(desk)];
  await desk.pool.query('update conversations set assigned_team_id = $1 where id = any($2)', [
    id,
    [open.conversation.id, closed.conversation.id],
  ]);
  await desk.pool.query(
    `update conversations set status_id = (select id from conversation_statuses where name = 'Resolved') where id = $1`,
    [closed.conversation.id],
  );
  expect((await admin.call('teams.usage', { params: { id } })).data).toMatchObject({
    used_by: [
      { entity: 'macro', name: 'Ours' },
      { entity: 'agent', id: member, name: 'Test Agent' },
    ],
    total: 2,
    conversations: 2,
  });
  const since = (await desk.frames()).at(-1)!.seq;
  expect((await admin.call('teams.remove', { params: { id } })).status).toBe(200);
  const frames = await desk.frames(since);
  expect(frames).toContainEqual(expect.objectContaining({ type: 'macros_changed' }));
  expect(frames).toContainEqual(
    expect.objectContaining({
      type: 'conversation_prop_update',
      data: { uuid: open.conversation.uuid, prop: 'assigned_team_id', value: null },
    }),
  );
  const { rows } = await desk.pool.query('select assigned_team_id from conversations where id = any($1)', [
    [open.conversation.id, closed.conversation.id],
  ]);
  expect(rows).toEqual([{ assigned_team_id: null }, { assigned_team_id: null }]);
  const entries = await desk.pool.query(
    `select conversation_id, meta -> 'params' ->> 'team' as team from messages where meta ->> 'activity_type' = 'unassigned_team'`,
  );
  expect(entries.rows).toEqual([{ conversation_id: open.conversation.id, team: 'Returns' }]);
  expect((await admin.call('macros.list')).data).toEqual([]);
  expect((await admin.call('agents.get', { params: { id: member } })).data.teams).toEqual([]);
  expect((await desk.pool.query('select 1 from teams where id = $1', [id])).rows).toEqual([]);
});

test('a team with very many conversations is gone at once; a job frees them and then deletes its row', async () => {
  const { id } = await create('Crowd');
  const { conversation } = await openConversation(desk);
  await desk.pool.query(
    `insert into conversations (contact_id, inbox_id, status_id, assigned_team_id)
     select contact_id, inbox_id, status_id, $1 from conversations, generate_series(1, 130) where conversations.id = $2`,
    [id, conversation.id],
  );
  expect((await admin.call('teams.remove', { params: { id } })).status).toBe(200);
  expect((await admin.call('teams.compact')).data.map((row) => row.id)).not.toContain(id);
  expect((await admin.call('teams.get', { params: { id } })).status).toBe(400);
  const left = async () =>
    (await desk.pool.query('select count(*)::int as n from conversations where assigned_team_id = $1', [id])).rows[0].n;
  expect(await left()).toBe(30);
  const worker = await createHarness({ share: desk, roles: ['worker'] });
  await desk.until(async () => (await left()) === 0, 'the conversations to be freed');
  await desk.until(
    async () => (await desk.pool.query('select 1 from teams where id = $1', [id])).rows.length === 0,
    'the row to go',
  );
  await worker.close();
  const { rows } = await desk.pool.query(
    `select distinct meta -> 'params' ->> 'team' as team, count(*)::int from messages
     where meta ->> 'activity_type' = 'unassigned_team' and meta -> 'params' ->> 'team' = 'Crowd' group by 1`,
  );
  expect(rows).toEqual([{ team: 'Crowd', count: 130 }]);
});
