import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { promisesOn } from '../../../test/promises.ts';
import type { Work } from '../../core/unit-of-work.ts';
import { applyPolicy, recomputeSla } from './index.ts';

let desk: Harness;
let admin: Awaited<ReturnType<Harness['as']>>;
let asha: number;
let on: ReturnType<typeof promisesOn>;
beforeAll(async () => {
  desk = await createHarness();
  on = promisesOn(desk);
  admin = await desk.as();
  asha = await desk.addAgent({ email: 'asha@desk.test' });
});
afterAll(() => desk.close());

const warning = {
  type: 'warning',
  recipients: ['assigned_user'],
  time_delay: '10m',
  time_delay_type: 'before',
  metric: 'all',
} as const;
const gold = {
  name: 'Gold',
  description: 'Gold customers',
  first_response_time: '30m',
  next_response_time: '1h',
  resolution_time: '24h',
};
const byName = async (name: string) => {
  const { data } = await admin.call('sla.list');
  return data.find((one) => one.name === name)!;
};

test('a desk begins with one policy; without sla:manage the list is ids and names', async () => {
  const agent = await desk.as('asha@desk.test');
  const names = (await agent.call('sla.list')).data;
  expect(names.map((one) => Object.keys(one).sort())).toEqual([['created_at', 'id', 'name', 'updated_at']]);
  expect((await agent.call('sla.get', { params: { id: names[0]!.id } })).status).toBe(403);
  const standard = {
    name: 'Default',
    first_response_time: '1h',
    next_response_time: null,
    resolution_time: '24h',
    notifications: [],
    pause_on_waiting: false,
  };
  expect((await admin.call('sla.list')).data).toMatchObject([standard]);
  expect((await admin.call('sla.get', { params: { id: names[0]!.id } })).data).toMatchObject(standard);
});

test('created, changed, deleted; everybody is told, the log says what changed', async () => {
  const breach = {
    type: 'breach',
    recipients: [asha, String(asha), 'assigned_user'],
    time_delay: '5m',
    time_delay_type: 'immediately',
    metric: 'resolution',
  };
  const created = await admin.call('sla.create', {
    body: { ...gold, notifications: [warning, breach], pause_on_waiting: true },
  });
  expect(created.body.message).toBeUndefined();
  expect(created).toMatchObject({ status: 200, data: true });
  const { id, updated_at } = await byName('Gold');
  const params = { id };
  expect((await admin.call('sla.get', { params })).data).toMatchObject({
    ...gold,
    notifications: [warning, { ...breach, recipients: [String(asha), 'assigned_user'], time_delay: '' }],
    pause_on_waiting: true,
  });

  // Other clients know no pause, and send `""` or nothing for a time that is not set.
  const body = {
    name: 'gold',
    description: '',
    first_response_time: '',
    resolution_time: '1h30m',
    based_on: updated_at,
  };
  expect((await admin.call('sla.update', { params, body })).status).toBe(200);
  expect((await admin.call('sla.get', { params })).data).toMatchObject({
    name: 'gold',
    first_response_time: null,
    next_response_time: null,
    resolution_time: '1h30m',
    notifications: [],
    pause_on_waiting: true,
  });
  expect(await admin.call('sla.update', { params, body })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', code: 'config.changed_meanwhile' },
  });
  expect(await admin.call('sla.remove', { params })).toMatchObject({ status: 200, data: true });
  const { rows } = await desk.pool.query(
    `select activity_type, params from activity_logs where target_model_type = 'sla' order by id`,
  );
  expect(rows.map(({ activity_type }) => activity_type)).toEqual(['sla_created', 'sla_changed', 'sla_deleted']);
  expect(rows[1].params.changes).toMatchObject({
    name: { before: 'Gold', after: 'gold' },
    first_response_time: { before: '30m', after: null },
  });
  const frames = (await desk.frames()).filter(({ type }) => type === 'config_changed');
  expect(frames.map(({ data }) => data)).toEqual(Array(3).fill({ entity: 'sla' }));
});

test('teams and conversations that have a policy are counted, lose it with it, and keep their deadlines', async () => {
  await admin.call('sla.create', { body: { ...gold, name: 'Used' } });
  const { id } = await byName('Used');
  const team = await desk.addTeam('Billing');
  await desk.pool.query('update teams set sla_policy_id = $1 where id = $2', [id, team]);
  const [inbox] = (await admin.call('inboxes.list')).data;
  const conversation = await admin.call('conversations.create', {
    body: {
      inbox_id: inbox!.id,
      contact_email: 'lee@example.com',
      first_name: 'Lee',
      subject: 'Late',
      content: '<p>Hello</p>',
    },
  });
  expect(conversation.status, conversation.body.message).toBe(200);
  await desk.pool.query(`update conversations set sla_policy_id = $1, next_sla_deadline_at = '2026-01-01'`, [id]);
  const rules = [{ groups: [], actions: [{ type: 'set_sla', value: [String(id)] }] }];
  const rule = await desk.pool.query(
    `insert into automation_rules (type, name, rules) values ('new_conversation', 'Promise', $1) returning id`,
    [JSON.stringify(rules)],
  );
  expect((await admin.call('sla.usage', { params: { id } })).data).toEqual({
    used_by: [
      { entity: 'team', id: team, name: 'Billing' },
      { entity: 'automation', id: rule.rows[0].id, name: 'Promise' },
    ],
    total: 2,
    conversations: 1,
  });
  const body = { ...gold, name: 'Used', first_response_time: '5m' };
  expect((await admin.call('sla.update', { params: { id }, body })).status).toBe(200);
  await admin.call('sla.remove', { params: { id } });
  const { rows } = await desk.pool.query(
    `select teams.sla_policy_id as of_team, next_sla_deadline_at is not null as deadline
     from teams, conversations where teams.id = $1`,
    [team],
  );
  expect(rows).toEqual([{ of_team: null, deadline: true }]);
  const [listed] = (await admin.call('conversations.all')).data.results;
  expect(listed).toMatchObject({ sla_policy_id: null });
});

test('a deleted policy is gone at once, and leaves its conversations in the background', async () => {
  await on.hours({ is_always_open: true });
  const former = await on.policy({ first_response_time: '1h', resolution_time: '8h' });
  const [running, decided, without] = [await on.opened(), await on.opened(), await on.opened()];
  for (const { id } of [running, decided]) await on.apply(id, former);
  await on.reply(decided.id, asha);
  await on.status(decided.id, 'Resolved');
  expect((await on.standing(decided.id)).status).toBe('met');
  const { name } = (await admin.call('sla.get', { params: { id: former } })).data;
  const those = [running, decided, without].map(({ id }) => id);
  const listed = async (operator: string, value = '') => {
    const filters = JSON.stringify([{ model: 'conversations', field: 'sla_policy_id', operator, value }]);
    const { data, body } = await admin.call('conversations.all', { query: { filters, page_size: '100' } });
    expect(data, JSON.stringify(body)).toBeTruthy();
    return data.results
      .map(({ id }) => id)
      .filter((id) => those.includes(id))
      .sort();
  };
  expect(await listed('equals', String(former))).toEqual([running.id, decided.id].sort());
  expect(await listed('set')).toEqual([running.id, decided.id].sort());
  const stored = async () =>
    (
      await desk.pool.query(
        `select (select count(*)::int from conversations where sla_policy_id = $1) as conversations,
           (select count(*)::int from applied_slas where sla_policy_id = $1) as applied`,
        [former],
      )
    ).rows[0];

  expect((await admin.call('sla.remove', { params: { id: former } })).status).toBe(200);
  // Whoever deletes it does not wait for the conversations, and nobody sees it in them.
  expect(await stored()).toEqual({ conversations: 2, applied: 2 });
  expect((await admin.call('sla.get', { params: { id: former } })).status).toBe(404);
  expect((await admin.call('sla.remove', { params: { id: former } })).status).toBe(404);
  expect((await admin.call('sla.create', { body: { ...gold, name } })).status).toBe(200);
  for (const { uuid } of [running, decided]) {
    const { data } = await admin.call('conversations.get', { params: { uuid } });
    expect(data).toMatchObject({ sla_policy_id: null, sla_policy_name: null });
  }
  const { results } = (await admin.call('conversations.all', { query: { page_size: '100' } })).data;
  expect(results.map(({ sla_policy_id }) => sla_policy_id)).not.toContain(former);
  expect(await listed('equals', String(former))).toEqual([]);
  expect(await listed('set')).toEqual([]);
  expect(await listed('not set')).toEqual([...those].sort());
  expect(await listed('not equals', String(former))).toEqual([...those].sort());
  const set = { params: { uuid: without.uuid }, body: { policy_id: former } };
  expect((await admin.call('conversations.set_sla', set)).status).toBe(404);
  // Another takes its place meanwhile, and stays.
  const next = await on.policy({ first_response_time: '2h' });
  await on.apply(running.id, next);

  await recomputeSla(desk.app.deps, { policy_id: former });
  expect(await stored()).toEqual({ conversations: 0, applied: 0 });
  expect((await on.standing(decided.id)).status).toBe('met');
  expect((await admin.call('conversations.get', { params: { uuid: running.uuid } })).data.sla_policy_id).toBe(next);
  expect((await on.standing(running.id)).status).toBe('pending');
});

test('a policy that is being applied is deleted after that, and leaves nothing behind', async () => {
  await on.hours({ is_always_open: true });
  const policy = await on.policy({ first_response_time: '1h' });
  const { id } = await on.opened();
  const { deps } = desk.app;
  let removing: Promise<unknown> = Promise.resolve();
  await deps.work(deps.system, async (uow) => {
    await applyPolicy(uow, { id }, policy);
    removing = admin.call('sla.remove', { params: { id: policy } });
    await desk.until(async () => {
      const { rows } = await desk.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%sla_policies%'`,
      );
      return rows.length > 0;
    }, 'the removal to wait');
  });
  await removing;
  await recomputeSla(deps, { policy_id: policy });
  const { rows } = await desk.pool.query('select sla_policy_id, applied_sla_id from conversations where id = $1', [id]);
  expect(rows).toEqual([{ sla_policy_id: null, applied_sla_id: null }]);
});

test('whoever is given another policy while a deleted one leaves keeps it', async () => {
  await on.hours({ is_always_open: true });
  const former = await on.policy({ first_response_time: '1h' });
  const next = await on.policy({ first_response_time: '2h' });
  const { id, uuid } = await on.opened();
  await on.apply(id, former);
  await on.reply(id, asha);
  await on.status(id, 'Resolved');
  await admin.call('sla.remove', { params: { id: former } });
  const { deps } = desk.app;
  let leaving: Promise<unknown> = Promise.resolve();
  await deps.work(deps.system, async (uow) => {
    await applyPolicy(uow, { id }, next);
    leaving = recomputeSla(deps, { policy_id: former });
    await desk.until(async () => {
      const { rows } = await desk.pool.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike 'update%set sla_policy_id = null%'`);
      return rows.length > 0;
    }, 'the job to wait');
  });
  await leaving;
  expect((await admin.call('conversations.get', { params: { uuid } })).data.sla_policy_id).toBe(next);
});

test('a policy that is deleted while it is counted anew is left to the job of its deletion', async () => {
  await on.hours({ is_always_open: true });
  const policy = await on.policy({ first_response_time: '1h' });
  const { id } = await on.opened();
  await on.apply(id, policy);
  const stored = async () =>
    (await desk.pool.query('select status, sla_policy_id from applied_slas where conversation_id = $1', [id])).rows;
  const { deps } = desk.app;
  let isDeleted = false;
  const work: Work = async (actor, body) => {
    if (!isDeleted) {
      isDeleted = true;
      await admin.call('sla.remove', { params: { id: policy } });
    }
    return deps.work(actor, body);
  };
  await recomputeSla({ ...deps, work }, { policy_id: policy });
  expect(await stored()).toEqual([{ status: 'cancelled', sla_policy_id: policy }]);
  await recomputeSla(deps, { policy_id: policy });
  expect(await stored()).toEqual([{ status: 'cancelled', sla_policy_id: null }]);
});

const alert = (wrong: object) => ({ notifications: [warning, { ...warning, ...wrong }] });
test.each<[string, object, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['a name that is too long', { name: 'x'.repeat(141) }, 'name'],
  ['a name with a turned direction', { name: 'Gold\u202egpj' }, 'name'],
  ['a name with NUL', { name: 'Go\u0000ld' }, 'name'],
  ['a description that is too long', { description: 'x'.repeat(301) }, 'description'],
  [
    'no time at all',
    { first_response_time: null, next_response_time: '', resolution_time: null },
    'first_response_time',
  ],
  ['a time that is no duration', { next_response_time: 'soon' }, 'next_response_time'],
  ['a time of the wrong type', { next_response_time: 60 }, 'next_response_time'],
  ['a time below a minute', { resolution_time: '59s', first_response_time: null }, 'resolution_time'],
  ['a time of more than ten years', { resolution_time: '90000h' }, 'resolution_time'],
  ['a first response after the resolution', { first_response_time: '25h' }, 'first_response_time'],
  ['alerts that are no list', { notifications: 'x' }, 'notifications'],
  ['an alert of an unknown type', alert({ type: 'hint' }), 'notifications.1.type'],
  ['an alert without a metric', alert({ metric: '' }), 'notifications.1.metric'],
  ['an alert for nobody', alert({ recipients: [] }), 'notifications.1.recipients'],
  ['an alert for an address', alert({ recipients: ['a@b.example'] }), 'notifications.1.recipients.0'],
  ['an alert for an agent that is not there', alert({ recipients: ['999999'] }), 'notifications.1.recipients'],
  ['an alert without delay', alert({ time_delay: '' }), 'notifications.1.time_delay'],
  ['an alert a moment before', alert({ time_delay: '30s' }), 'notifications.1.time_delay'],
  ['a warning after the deadline', alert({ time_delay_type: 'after' }), 'notifications.1.time_delay_type'],
  ['a breach before the deadline', alert({ type: 'breach' }), 'notifications.1.time_delay_type'],
  ['a pause that is neither', { pause_on_waiting: 'maybe' }, 'pause_on_waiting'],
])('%s is refused, and the member named', async (_, wrong, field) => {
  // What is wrong is not what the types of the client allow.
  const { status, body } = await admin.call('sla.create', { body: { ...gold, name: 'Bad', ...wrong } as typeof gold });
  expect({ status, type: body.error_type, fields: Object.keys(Object(body.data)) }).toEqual({
    status: 400,
    type: 'InputException',
    fields: [field],
  });
});

test('a contact and System are told nothing; names are taken without regard to case; unknown ids are not found', async () => {
  const { rows } = await desk.pool.query(`select id from users where email = 'System' or type = 'contact'`);
  expect(rows.length).toBeGreaterThan(1);
  for (const { id } of rows) {
    const refused = await admin.call('sla.create', { body: { ...gold, ...alert({ recipients: [String(id)] }) } });
    expect(refused.body.data).toEqual({ 'notifications.1.recipients': `there is no agent ${id}` });
  }
  expect(await admin.call('sla.create', { body: { ...gold, name: 'DEFAULT' } })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', data: { name: 'it is taken' } },
  });
  await admin.call('sla.create', { body: gold });
  const { id } = await byName('Gold');
  const renamed = await admin.call('sla.update', { params: { id }, body: { ...gold, name: 'default' } });
  expect(renamed.status).toBe(409);
  const unknown = { id: 999_999 };
  const calls = [
    admin.call('sla.get', { params: unknown }),
    admin.call('sla.update', { params: unknown, body: gold }),
    admin.call('sla.remove', { params: unknown }),
    admin.call('sla.usage', { params: unknown }),
  ];
  for (const { status, body } of await Promise.all(calls)) {
    expect([status, body.error_type]).toEqual([404, 'NotFoundException']);
  }
  expect((await admin.fetch('/api/v1/sla/x')).status).toBe(400);
});
