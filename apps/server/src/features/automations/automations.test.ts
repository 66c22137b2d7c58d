import type { AutomationInput } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { body, condition, createRuleDesk, rule, withAction, withCondition } from '../../../test/automation-rules.ts';
import type { Harness } from '../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
let ids: { team: string; agent: string; inbox: string };

beforeAll(async () => {
  const made = await createRuleDesk();
  desk = made.desk;
  ids = made;
  admin = await desk.as();
}, 120_000);
afterAll(() => desk.close());
beforeEach(() => desk.pool.query('delete from automation_rules'));

const create = (given: object = rule()) => admin.call('automations.create', { body: given });
const list = async (type = 'new_conversation') => (await admin.call('automations.list', { query: { type } })).data;
const latest = async (given: object = rule()) => {
  const made = await create(given);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return (await list((given as AutomationInput).type)).at(-1)!;
};
let told = 0;
/** What the activity log says of rules since `forgetChanges`. */
const changes = async () => {
  const { rows } = await desk.pool.query(
    "select activity_type, params from activity_logs where target_model_type = 'automation' and id > $1 order by id",
    [told],
  );
  return rows;
};
const forgetChanges = async () => {
  told = (await desk.pool.query('select coalesce(max(id), 0)::int as id from activity_logs')).rows[0].id;
};
const frames = async (since: number) => (await desk.frames(since)).map(({ type, data }) => [type, data]);
const lastSeq = async () => (await desk.pool.query('select coalesce(max(seq), 0)::int as n from events')).rows[0].n;

describe('keeping rules', () => {
  test('created, read, changed, switched and deleted; everybody hears of it and the log says who did it', async () => {
    await forgetChanges();
    const mark = await lastSeq();
    const given = rule({ id: 0, enabled: false, name: ' Refunds ', weight: 99, execution_mode: 'first_match' });
    expect((await create(given)).data).toBe(true);
    const [made] = await list();
    expect(made).toMatchObject({
      ...rule(),
      enabled: true,
      execution_mode: 'all',
      version: 1,
      problems: [],
      created_at: expect.any(String),
    });
    const params = { id: made!.id };
    expect((await admin.call('automations.get', { params })).data).toEqual(made);
    const change = { ...made, name: 'Money back', weight: 40, based_on: made!.updated_at };
    expect((await admin.call('automations.update', { params, body: change })).data).toBe(true);
    const [changed] = await list();
    expect(changed).toMatchObject({ name: 'Money back', weight: made!.weight, version: 2, enabled: true });
    expect((await admin.call('automations.toggle', { params })).data).toBe(true);
    expect((await admin.call('automations.get', { params })).data).toMatchObject({ enabled: false, version: 3 });
    await admin.call('automations.update', { params, body: rule({ name: 'Money back' }) });
    expect((await list())[0]).toMatchObject({ enabled: false });
    expect((await admin.call('automations.remove', { params })).data).toBe(true);
    expect(await list()).toEqual([]);
    expect((await changes()).map(({ activity_type, params: { name } }) => [activity_type, name])).toEqual([
      ['automation_created', 'Refunds'],
      ['automation_changed', 'Money back'],
      ['automation_changed', 'Money back'],
      ['automation_deleted', 'Money back'],
    ]);
    expect((await changes())[1].params.changes).toEqual({ name: { before: 'Refunds', after: 'Money back' } });
    expect(
      (await frames(mark)).every(
        ([type, data]) => type === 'config_changed' && (data as { entity: string }).entity === 'automation',
      ),
    ).toBe(true);
  });

  test('what is saved is answered as it came, further members too; both groups and the actions are always there', async () => {
    const strange = body({
      groups: [{ logical_op: 'AND', rules: [{ field: 'priority', operator: 'not set', note: 1 }], colour: 'red' }],
      actions: [{ type: 'send_csat', value: ['0'], display_value: [] }],
      extra: { deep: [true, null] },
    });
    expect((await latest(rule({ rules: [strange] }))).rules).toEqual([
      { ...strange, groups: [strange.groups[0], { logical_op: 'OR', rules: [] }] },
    ]);
    await desk.pool.query(`update automation_rules set rules = '[]'`);
    expect((await list())[0]!.rules).toEqual([
      { group_operator: 'OR', groups: Array(2).fill({ logical_op: 'OR', rules: [] }), actions: [] },
    ]);
  });

  test('values of old shapes are read: a list, no field type, no choice of case', async () => {
    const old = body({
      groups: [{ logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: ['a', 'b'] }] }],
    });
    const empty = body({
      groups: [{ logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: [] }] }],
    });
    for (const rules of [[old], [empty]]) {
      await desk.pool.query(`insert into automation_rules (type, name, rules) values ('new_conversation', 'Old', $1)`, [
        JSON.stringify(rules),
      ]);
    }
    expect((await list()).map(({ problems }) => problems.map(({ path, code }) => [path, code]))).toEqual([
      [],
      [['rules.0.groups.0.rules.0.value', 'value_missing']],
    ]);
    expect(readGroups((await list())[1]!)).toEqual(empty.groups);
  });

  test('events belong to updates alone', async () => {
    const events = ['conversation.message.incoming', 'conversation.message.incoming', 'conversation.team.assigned'];
    const hours = condition({ field: 'hours_since_created', operator: 'greater than', value: '24' });
    const groups = [{ logical_op: 'OR', rules: [hours] }];
    const rules = [body({ groups })];
    expect((await latest(rule({ type: 'conversation_update', events, rules }))).events).toEqual([events[0], events[2]]);
    expect((await latest(rule({ type: 'time_trigger', events, rules }))).events).toEqual([]);
    expect(await list('nothing')).toEqual([]);
    expect((await admin.call('automations.list')).data).toEqual([]);
  });

  test('of two who save the same rule the second is told', async () => {
    const { id, updated_at } = await latest();
    const save = (name: string) =>
      admin.call('automations.update', { params: { id }, body: { ...rule({ name }), based_on: updated_at } });
    expect((await save('First')).status).toBe(200);
    expect(await save('Second')).toMatchObject({ status: 409, body: { code: 'config.changed_meanwhile' } });
    expect((await list())[0]!.name).toBe('First');
  });

  test('HTML is cleaned like that of macros', async () => {
    const html = '<p onclick="x()">Hi {{ .Contact.FirstName }}<script>alert(1)</script></p>';
    const { rules } = await latest(withAction({ type: 'send_reply', value: [html] }));
    expect(rules).toMatchObject([{ actions: [{ value: ['<p>Hi {{ .Contact.FirstName }}</p>'] }] }]);
  });

  test('what a rule refers to may be deleted: then the rule says so', async () => {
    const gone = await desk.addTeam('Short-lived');
    const made = await latest(
      rule({
        rules: [
          body({
            groups: [
              {
                logical_op: 'OR',
                rules: [condition({ field: 'assigned_team', operator: 'equals', value: String(gone) })],
              },
            ],
            actions: [
              { type: 'assign_team', value: [String(gone)] },
              { type: 'add_tags', value: ['vip', 'Nowhere'] },
            ],
          }),
        ],
      }),
    );
    const tag = { path: 'rules.0.actions.1.value.1', code: 'tag_gone', reason: 'there is no such tag' };
    expect(made.problems).toEqual([tag]);
    await desk.pool.query('delete from teams where id = $1', [gone]);
    const reason = 'there is no such team';
    const problems = [
      { path: 'rules.0.groups.0.rules.0.value', code: 'team_gone', reason },
      { path: 'rules.0.actions.0.value.0', code: 'team_gone', reason },
      tag,
    ];
    expect((await list())[0]!.problems).toEqual(problems);
    expect((await admin.call('automations.get', { params: { id: made.id } })).data.problems).toEqual(problems);
    const again = await admin.call('automations.update', { params: { id: made.id }, body: made });
    expect(again).toMatchObject({
      status: 400,
      body: { data: { 'rules.0.groups.0.rules.0.value': reason, 'rules.0.actions.0.value.0': reason } },
    });
  });

  test('what rules name tells so before it is deleted', async () => {
    const equals = (field: string, value: string, field_type = 'conversation') => ({
      field,
      field_type,
      operator: 'equals',
      value,
    });
    const [status, tag] = [
      (await admin.call('statuses.list')).data[0]!,
      (await admin.call('tags.list')).data.find(({ name }) => name === 'refund')!,
    ];
    const { rows } = await desk.pool.query("select id from custom_attributes where key = 'plan'");
    await latest(
      rule({
        rules: [
          body({
            groups: [
              {
                logical_op: 'AND',
                rules: [
                  equals('inbox', ids.inbox),
                  equals('status', String(status.id)),
                  equals('assigned_user', ids.agent),
                  equals('plan', 'paid', 'contact_custom_attribute'),
                ],
              },
            ],
            actions: [
              { type: 'assign_team', value: [ids.team] },
              { type: 'set_tags', value: ['Refund'] },
            ],
          }),
        ],
      }),
    );
    for (const [call, id] of [
      ['inboxes.usage', ids.inbox],
      ['statuses.usage', status.id],
      ['agents.usage', ids.agent],
      ['teams.usage', ids.team],
      ['tags.usage', tag.id],
      ['custom_attributes.usage', rows[0].id],
    ] as const) {
      const { data } = await admin.call(call, { params: { id } });
      expect([call, data.used_by.filter(({ entity }) => entity === 'automation')]).toEqual([
        call,
        [{ entity: 'automation', id: expect.any(Number), name: 'Refunds' }],
      ]);
    }
  });
});

function readGroups(found: { rules: unknown[] }): unknown {
  return (found.rules[0] as { groups: unknown[] }).groups.slice(0, 1);
}

describe('order and mode', () => {
  test('new rules come last; places are set in one go; ties go by age', async () => {
    for (const name of ['A', 'B', 'C']) await create(rule({ name }));
    const [a, b, c] = await list();
    expect([a, b, c].map((one) => one!.name)).toEqual(['A', 'B', 'C']);
    const set = (weights: object) => admin.call('automations.set_weights', { body: weights });
    await forgetChanges();
    expect((await set({ [c!.id]: 1, [a!.id]: 2, [b!.id]: 2 })).data).toBe(true);
    const now = await list();
    expect(now.map(({ name, weight }) => [name, weight])).toEqual([
      ['C', 1],
      ['A', 2],
      ['B', 2],
    ]);
    expect(now.find(({ name }) => name === 'A')!.updated_at).toBe(a!.updated_at);
    expect((await changes()).map(({ params }) => params.changes)).toEqual([
      { order: { before: ['A', 'B', 'C'], after: ['C', 'A', 'B'] } },
    ]);
    await set({ [c!.id]: 1 });
    expect(await changes()).toHaveLength(1);
    expect(await set({ [c!.id]: 9, 999999: 1 })).toMatchObject({
      status: 404,
      body: { error_type: 'NotFoundException' },
    });
    expect((await list())[0]!.weight).toBe(1);
    await create(rule({ name: 'D' }));
    expect((await list()).at(-1)!.name).toBe('D');
  });

  test.each([{}, { a: 1 }, { 1: 'first' }, { 1: -1 }, { 1: 1.5 }, { 0: 1 }, [1, 2], 'x', { 1: null }])(
    'the places %j are refused',
    async (weights) => {
      expect((await admin.call('automations.set_weights', { body: weights, encoding: 'json' })).status).toBe(400);
    },
  );

  test('the mode is that of all rules for new conversations, later ones too; putting it back changes nothing', async () => {
    const set = (mode: string) => admin.call('automations.set_mode', { body: { mode } });
    const events = ['conversation.status.change'];
    const status = [body({ groups: [{ logical_op: 'OR', rules: [condition({ field: 'status', operator: 'set' })] }] })];
    expect((await set('first_match')).data).toBe(true);
    await create();
    await create(rule({ type: 'conversation_update', events, rules: status }));
    await forgetChanges();
    const mark = await lastSeq();
    expect((await set('all')).data).toBe(true);
    expect([await changes(), await frames(mark)]).toEqual([[], []]);
    expect((await set('first_match')).data).toBe(true);
    await create(rule({ name: 'Later' }));
    expect((await list()).map(({ execution_mode }) => execution_mode)).toEqual(['first_match', 'first_match']);
    const [update] = await list('conversation_update');
    expect(update!.execution_mode).toBe('all');
    await admin.call('automations.update', {
      params: { id: update!.id },
      body: rule({ rules: status, name: 'Moved' }),
    });
    expect((await list()).map(({ name, execution_mode }) => [name, execution_mode]).at(-1)).toEqual([
      'Moved',
      'first_match',
    ]);
    expect((await changes())[0].params.changes).toEqual({ execution_mode: { before: 'all', after: 'first_match' } });
    expect((await set('sometimes')).status).toBe(400);
  });
});

describe('unknown rules', () => {
  test('are not found', async () => {
    for (const [call, more] of [
      ['automations.get', {}],
      ['automations.update', { body: rule() }],
      ['automations.toggle', {}],
      ['automations.remove', {}],
    ] as const) {
      const { status, body: answer } = await admin.call(call, { params: { id: 999_999 }, ...more });
      expect([call, status, answer.error_type, answer.code]).toEqual([
        call,
        404,
        'NotFoundException',
        'automation.not_found',
      ]);
      expect((await admin.call(call, { params: { id: 'x' }, ...more })).status).toBe(400);
    }
  });
});

describe('what fits', () => {
  test.each([
    ['new_conversation', { field: 'contact_email', operator: 'not contains', value: 'spam.example' }],
    ['new_conversation', { field: 'content', operator: 'equals', value: 'Hello', case_sensitive_match: true }],
    ['new_conversation', { field: 'inbox', operator: 'equals', value: () => ids.inbox }],
    ['new_conversation', { field: 'assigned_user', operator: 'not equals', value: () => ids.agent }],
    ['new_conversation', { field: 'priority', operator: 'not set', value: undefined }],
    ['new_conversation', { field: 'plan', field_type: 'contact_custom_attribute', operator: 'equals', value: 'paid' }],
    ['new_conversation', { field: 'paid', field_type: 'contact_custom_attribute', operator: 'equals', value: 'true' }],
    [
      'new_conversation',
      { field: 'amount', field_type: 'conversation_custom_attribute', operator: 'less than', value: '-1.5' },
    ],
    [
      'time_trigger',
      { field: 'since', field_type: 'contact_custom_attribute', operator: 'greater than', value: '2025-07-31' },
    ],
    ['time_trigger', { field: 'hours_since_resolved', operator: 'greater than', value: '48' }],
    ['conversation_update', { field: 'previous_status', operator: 'equals', value: '1' }],
  ])('%s with %j', async (type, over) => {
    const value = typeof over.value === 'function' ? over.value() : over.value;
    const text = type === 'time_trigger' ? { field: 'subject' } : {};
    const made = await create(withCondition({ ...text, ...over, value }, type));
    expect(made.status, JSON.stringify(made.body)).toBe(200);
  });

  test('an SLA policy that exists', async () => {
    const { rows } = await desk.pool.query(
      "insert into sla_policies (name, first_response_time) values ('1 hour', '1h') returning id",
    );
    expect((await create(withAction({ type: 'set_sla', value: [String(rows[0].id)] }))).status).toBe(200);
  });

  test('a rule for everything says so', async () => {
    const groups = [{ logical_op: 'OR', rules: [] }];
    expect((await create(rule({ rules: [body({ groups })] }))).body.data).toEqual({
      'rules.0.groups': 'it has no condition; send match_all: true to run it on everything',
    });
    expect((await create(rule({ rules: [body({ groups, match_all: true })] }))).status).toBe(200);
  });
});

test('rules are for who manages automations', async () => {
  const ana = await desk.as('ana@desk.test');
  expect((await ana.call('automations.list')).status).toBe(403);
  expect((await ana.call('automations.create', { body: rule() })).status).toBe(403);
});
