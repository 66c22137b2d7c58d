import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { body, condition, createRuleDesk, rule } from '../../../../test/automation-rules.ts';
import type { Harness } from '../../../../test/harness.ts';
import { always, onEvent, ruleEngine } from '../../../../test/rule-engine.ts';
import { forgetDryRuns, runDryRun } from './run-dry-run.job.ts';

let desk: Harness;
let admin: ApiClient;
let engine: ReturnType<typeof ruleEngine>;
let ids: { team: string; agent: string };

beforeAll(async () => {
  const made = await createRuleDesk();
  desk = made.desk;
  ids = made;
  admin = await desk.as();
  engine = ruleEngine(desk);
}, 120_000);
afterAll(() => desk.close());
beforeEach(() =>
  desk.pool.query(
    'delete from automation_rules; delete from automation_tasks; delete from automation_dry_runs; delete from conversations',
  ),
);

const refunds = rule();
const start = (given: object, as = admin) => as.call('automations.dry_run', { body: given as never });
async function tried(given: object, as = admin) {
  const begun = await start(given, as);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const { id } = begun.data;
  await runDryRun(desk.app.deps, { id });
  return (await as.call('automations.dry_run_state', { params: { id } })).data;
}
const put = async (id: number, status: string, as = admin) => {
  const { uuid } = await engine.conversation(id);
  const answer = await as.call('conversations.set_status', { params: { uuid }, body: { status } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

describe('what would have happened', () => {
  test('new conversations: counts, samples with the outcome of each condition, actions and how often they change something', async () => {
    const wanted = await engine.arrive({ subject: 'A refund please' });
    await engine.arrive({ subject: 'Hello' });
    await put(wanted.id, 'Closed');
    const actions = [
      { type: 'add_tags', value: ['VIP'] },
      { type: 'add_tags', value: ['vip'] },
      { type: 'set_status', value: ['1'] },
      { type: 'send_reply', value: ['<p>Soon</p>'] },
    ];
    const found = await tried({ ...refunds, rules: [body({ actions })] });
    expect(found).toMatchObject({ state: 'done', total: 2, looked_at: 2, matched: 1, rule_id: null });
    expect(found.result).toMatchObject({
      basis: 'creation',
      is_capped: false,
      conflicts: [],
      samples: [
        {
          uuid: wanted.uuid,
          reference_number: wanted.reference_number,
          subject: 'A refund please',
          groups: [{ matched: true, conditions: [{ field: 'subject', found: 'A refund please', matched: true }] }],
        },
      ],
      actions: [
        { type: 'add_tags', value: ['VIP'], times: 1, changes: 1 },
        { type: 'add_tags', value: ['vip'], times: 1, changes: 0 },
        { type: 'set_status', value: ['1'], times: 1, changes: 0 },
        { type: 'send_reply', value: [], times: 1, changes: 1 },
      ],
    });
  });

  test('each conversation is taken as it began, with its first message', async () => {
    const conversation = await engine.arrive({ text: 'the lamp is broken' });
    await engine.write(conversation.id, { text: 'never mind' });
    await put(conversation.id, 'Closed');
    const asks = (...rules: unknown[]) => rule({ rules: [body({ groups: [{ logical_op: 'AND', rules }] })] });
    const open = condition({ field: 'status', operator: 'equals', value: '1' });
    expect(await tried(asks(open, condition({ field: 'content', value: 'broken' })))).toMatchObject({ matched: 1 });
    expect(await tried(asks(open, condition({ field: 'content', value: 'never mind' })))).toMatchObject({ matched: 0 });
  });

  test('updates: events of the log with what they changed; none that rules raised', async () => {
    const [closed, other] = [await engine.arrive(), await engine.arrive()];
    await put(closed.id, 'Closed');
    await put(closed.id, 'Open');
    await put(other.id, 'Snoozed').catch(() => {});
    const rules = [
      condition({ field: 'status', operator: 'equals', value: '4' }),
      condition({ field: 'previous_status', operator: 'equals', value: '1' }),
    ];
    const given = onEvent(['conversation.status.change'], [{ type: 'set_priority', value: ['3'] }], {
      rules: [body({ groups: [{ logical_op: 'AND', rules }], actions: [{ type: 'set_priority', value: ['3'] }] })],
    });
    const found = await tried(given);
    expect(found).toMatchObject({ looked_at: 2, matched: 1, result: { basis: 'events' } });
    expect(found.result!.actions).toEqual([{ type: 'set_priority', value: ['3'], times: 1, changes: 1 }]);
    await desk.pool.query("insert into causes (kind, conversation_id, trace) values ('automation', $1, '{}')", [
      closed.id,
    ]);
    await desk.pool.query(
      "update events set cause_id = (select max(id) from causes) where kind = 'conversation.status_changed'",
    );
    expect(await tried(given)).toMatchObject({ matched: 0 });
  });

  test('messages: their own text; removing an agent is no assignment', async () => {
    const conversation = await engine.arrive();
    await engine.write(conversation.id, { text: 'the invoice, please' });
    const asks = (events: string[], ...rules: unknown[]) =>
      onEvent(events, [], { rules: [body({ groups: [{ logical_op: 'AND', rules }] })] });
    const found = await tried(
      asks(['conversation.message.incoming'], condition({ field: 'content', value: 'invoice' })),
    );
    expect(found).toMatchObject({ matched: 1 });
    expect(JSON.stringify(found.result!.samples)).not.toContain('please');
    const uuid = conversation.uuid;
    await admin.call('conversations.assign_user', { params: { uuid }, body: { assignee_id: Number(ids.agent) } });
    await admin.call('conversations.remove_user', { params: { uuid } });
    const gone = condition({ field: 'assigned_user', operator: 'not set' });
    expect(await tried(asks(['conversation.user.assigned'], gone))).toMatchObject({ matched: 0 });
  });

  test('the clock: conversations as they are now', async () => {
    const old = await engine.arrive();
    await engine.arrive();
    await desk.pool.query("update conversations set created_at = created_at - interval '3 hours' where id = $1", [
      old.id,
    ]);
    const rules = [condition({ field: 'hours_since_created', operator: 'greater than', value: '2' })];
    const found = await tried(
      rule({ type: 'time_trigger', rules: [body({ groups: [{ logical_op: 'AND', rules }] })] }),
    );
    expect(found).toMatchObject({ looked_at: 2, matched: 1, result: { basis: 'now', samples: [{ uuid: old.uuid }] } });
  });

  test('only the last 30 days', async () => {
    const old = await engine.arrive({ subject: 'refund' });
    await desk.pool.query("update conversations set created_at = created_at - interval '31 days' where id = $1", [
      old.id,
    ]);
    expect(await tried(refunds)).toMatchObject({ total: 0, looked_at: 0, matched: 0, state: 'done' });
  });
});

describe('conflicts', () => {
  const first = (rules: object) => tried(rules).then(({ result }) => result!.conflicts);
  const team = () => [{ type: 'assign_team', value: [ids.team] }];

  test('another rule that wants another value, with how often, and who would have the last word', async () => {
    const second = await desk.addTeam(`Second ${Math.random()}`);
    const rival = await engine.add(
      admin,
      always([{ type: 'assign_team', value: [String(second)] }], { name: 'Rival' }),
    );
    await engine.add(admin, always(team(), { name: 'Agrees' }));
    await engine.add(admin, always([{ type: 'set_priority', value: ['2'] }], { name: 'Elsewhere' }));
    const off = await engine.add(admin, always([{ type: 'assign_team', value: [String(second)] }], { name: 'Off' }));
    await admin.call('automations.toggle', { params: { id: off } });
    await engine.add(
      admin,
      always([{ type: 'assign_team', value: [String(second)] }], { name: 'Trial', shadow: true }),
    );
    await engine.arrive({ subject: 'refund' });
    await engine.arrive({ subject: 'refund' });
    await engine.arrive();
    const conflict = {
      rule_id: rival,
      rule_name: 'Rival',
      field: 'assigned_team',
      value: [ids.team],
      other_value: [String(second)],
      count: 2,
    };
    const given = rule({ rules: [body({ actions: team() })] });
    expect(await first(given)).toEqual([{ ...conflict, wins: 'this' }]);
    const own = await engine.add(admin, given);
    await admin.call('automations.set_weights', { body: { [own]: 0 } });
    expect(await first({ ...given, rule_id: own })).toEqual([{ ...conflict, wins: 'other' }]);
    await admin.call('automations.set_mode', { body: { mode: 'first_match' } });
    expect(await first({ ...given, rule_id: own })).toEqual([{ ...conflict, wins: 'this' }]);
    await admin.call('automations.set_mode', { body: { mode: 'all' } });
  });

  test('tags: added by one, removed or replaced by the other', async () => {
    await engine.add(admin, always([{ type: 'remove_tags', value: ['vip'] }], { name: 'Removes' }));
    await engine.add(admin, always([{ type: 'set_tags', value: ['refund'] }], { name: 'Replaces' }));
    await engine.add(admin, always([{ type: 'set_tags', value: ['refund', 'VIP'] }], { name: 'Has it' }));
    await engine.arrive({ subject: 'refund' });
    const conflicts = await first(refunds);
    expect(conflicts.map(({ rule_name, field }) => [rule_name, field])).toEqual([
      ['Removes', 'tags'],
      ['Replaces', 'tags'],
    ]);
  });

  test('rules for updates meet at the same event only', async () => {
    await engine.add(admin, onEvent(['conversation.priority.change'], [{ type: 'set_status', value: ['1'] }]));
    const both = ['conversation.priority.change', 'conversation.status.change'];
    await engine.add(
      admin,
      onEvent(both, [{ type: 'set_status', value: ['2'] }], {
        rules: [body({ groups: [], match_all: true, actions: [{ type: 'set_status', value: ['4'] }] })],
        name: 'Meets',
      }),
    );
    const conversation = await engine.arrive();
    await put(conversation.id, 'Closed');
    const given = onEvent(['conversation.status.change'], [{ type: 'set_status', value: ['3'] }]);
    expect((await first(given)).map(({ rule_name, count }) => [rule_name, count])).toEqual([['Meets', 1]]);
  });
});

test('nothing is changed or sent but its own row', async () => {
  for (const subject of ['refund', 'refund 2']) await engine.arrive({ subject });
  const actions = [
    { type: 'assign_team', value: [ids.team] },
    { type: 'assign_user', value: [ids.agent] },
    { type: 'set_status', value: ['3'] },
    { type: 'set_priority', value: ['3'] },
    { type: 'add_tags', value: ['VIP'] },
    { type: 'send_private_note', value: ['<p>Note</p>'] },
    { type: 'send_reply', value: ['<p>Reply</p>'] },
    { type: 'send_csat', value: ['0'] },
  ];
  const { data } = await start({ ...refunds, rules: [body({ actions })] });
  const before = await everything();
  await runDryRun(desk.app.deps, { id: data.id });
  expect(await everything()).toEqual(before);
  expect((await admin.call('automations.dry_run_state', { params: { id: data.id } })).data.matched).toBe(2);
});

/** A hash of all rows of every table but that of dry runs. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await desk.pool.query(
    "select tablename from pg_tables where schemaname = 'public' and tablename <> 'automation_dry_runs'",
  );
  const hashes: Record<string, string> = {};
  for (const { tablename } of tables) {
    const { rows } = await desk.pool.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from "${tablename}" t`,
    );
    hashes[tablename] = rows[0].hash;
  }
  const { rows } = await desk.pool.query('select count(*)::int as n from graphile_worker.jobs');
  return { ...hashes, jobs: String(rows[0].n) };
}

describe('its life', () => {
  test('it can be cancelled, and ends where it is', async () => {
    for (let n = 0; n < 3; n += 1) await engine.arrive({ subject: 'refund' });
    const { data } = await start(refunds);
    expect(data).toMatchObject({ state: 'waiting', result: null, matched: 0 });
    expect((await admin.call('automations.cancel_dry_run', { params: { id: data.id } })).data).toBe(true);
    await runDryRun(desk.app.deps, { id: data.id });
    const state = await admin.call('automations.dry_run_state', { params: { id: data.id } });
    expect(state.data).toMatchObject({ state: 'cancelled', result: null });
    const done = await tried(refunds);
    await admin.call('automations.cancel_dry_run', { params: { id: done.id } });
    expect((await admin.call('automations.dry_run_state', { params: { id: done.id } })).data.state).toBe('done');
  });

  test('another one ends the earlier; one whose process died begins again', async () => {
    await engine.arrive({ subject: 'refund' });
    const first = (await start(refunds)).data;
    const second = (await start(refunds)).data;
    expect((await admin.call('automations.dry_run_state', { params: { id: first.id } })).data.state).toBe('cancelled');
    await desk.pool.query(
      "update automation_dry_runs set state = 'running', looked_at = 1, matched = 1 where id = $1",
      [second.id],
    );
    await runDryRun(desk.app.deps, { id: second.id });
    expect((await admin.call('automations.dry_run_state', { params: { id: second.id } })).data).toMatchObject({
      state: 'done',
      looked_at: 1,
      matched: 1,
    });
  });

  test('it is kept for 7 days', async () => {
    const { id } = await tried(refunds);
    await desk.pool.query("update automation_dry_runs set created_at = created_at - interval '6 days'");
    await forgetDryRuns(desk.app.deps);
    expect((await admin.call('automations.dry_run_state', { params: { id } })).status).toBe(200);
    await desk.pool.query("update automation_dry_runs set created_at = created_at - interval '2 days'");
    await forgetDryRuns(desk.app.deps);
    expect((await admin.call('automations.dry_run_state', { params: { id } })).body.code).toBe(
      'automation.dry_run_not_found',
    );
  });

  test('samples are of conversations that who asks may see; a dry run is its own agent’s', async () => {
    const [own, others] = [await engine.arrive({ subject: 'refund mine' }), await engine.arrive({ subject: 'refund' })];
    const permissions = ['automations:manage', 'conversations:read', 'conversations:read_assigned'];
    const bob = await desk.addAgent({ email: 'bob@desk.test', permissions });
    await desk.pool.query('update conversations set assigned_user_id = $1 where id = $2', [bob, own.id]);
    const client = await desk.as('bob@desk.test');
    const found = await tried(refunds, client);
    expect(found.matched).toBe(2);
    expect(found.result!.samples.map(({ subject }) => subject)).toEqual(['refund mine']);
    expect(JSON.stringify(found)).not.toContain(others.uuid);
    for (const call of ['automations.dry_run_state', 'automations.cancel_dry_run'] as const) {
      const { status, body: answer } = await admin.call(call, { params: { id: found.id } });
      expect([status, answer.code]).toEqual([404, 'automation.dry_run_not_found']);
    }
  });

  test('20 samples at most', async () => {
    for (let n = 0; n < 22; n += 1) await engine.arrive({ subject: 'refund' });
    const found = await tried(refunds);
    expect([found.matched, found.result!.samples.length]).toEqual([22, 20]);
  });

  test('what cannot be saved cannot be tried', async () => {
    const wrong = await start({ ...refunds, rules: [body({ actions: [{ type: 'assign_team', value: ['999999'] }] })] });
    expect(wrong).toMatchObject({
      status: 400,
      body: { data: { 'rules.0.actions.0.value.0': 'there is no such team' } },
    });
    expect((await start({ ...refunds, type: 'nothing' })).status).toBe(400);
    expect((await start({ ...refunds, rules: 'x' })).status).toBe(400);
    expect((await start({ ...refunds, rule_id: 999_999 })).body.code).toBe('automation.not_found');
    const ana = await desk.as('ana@desk.test');
    expect((await start(refunds, ana)).status).toBe(403);
  });
});
