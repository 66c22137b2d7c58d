import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { body, condition, createRuleDesk, rule } from '../../../../test/automation-rules.ts';
import type { Harness } from '../../../../test/harness.ts';
import { always, onEvent, ruleEngine } from '../../../../test/rule-engine.ts';

let desk: Harness;
let admin: ApiClient;
let engine: ReturnType<typeof ruleEngine>;
let ids: { team: string; agent: string; inbox: string };
let system: number;

beforeAll(async () => {
  const made = await createRuleDesk();
  desk = made.desk;
  ids = made;
  admin = await desk.as();
  engine = ruleEngine(desk);
  system = desk.app.deps.system.id;
}, 120_000);
afterAll(() => desk.close());
beforeEach(() => desk.pool.query('delete from automation_rules; delete from automation_tasks'));

const tag = (...names: string[]) => ({ type: 'add_tags', value: names });
const statusId = async (name: string) =>
  String((await desk.pool.query('select id from conversation_statuses where name = $1', [name])).rows[0].id);
const put = async (id: number, call: 'status' | 'priority', value: object) => {
  const { uuid } = await engine.conversation(id);
  const route = call === 'status' ? 'conversations.set_status' : 'conversations.set_priority';
  const answer = await admin.call(route, { params: { uuid }, body: value as never });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

describe('new conversations', () => {
  test('a rule that matches acts as System, and its record says why', async () => {
    const id = await engine.add(
      admin,
      rule({
        rules: [
          body({
            groups: [
              {
                logical_op: 'OR',
                rules: [condition({ value: 'lamp,bulb' }), condition({ field: 'priority', operator: 'set' })],
              },
              { logical_op: 'OR', rules: [] },
            ],
            actions: [
              { type: 'assign_user', value: [ids.agent] },
              tag('VIP'),
              { type: 'assign_team', value: [ids.team] },
              { type: 'set_priority', value: ['3'] },
              { type: 'send_private_note', value: ['<p>Look at {{ .Contact.FirstName }}</p>'] },
            ],
          }),
        ],
      }),
    );
    const { id: conversationId } = await engine.arrive({ subject: 'My lamp' });
    await engine.run();
    // Line 30 of behaviour 14: the team goes first, so both are set.
    expect(await engine.conversation(conversationId)).toMatchObject({
      assigned_team_id: Number(ids.team),
      assigned_user_id: Number(ids.agent),
      priority_id: 3,
      tags: ['VIP'],
    });
    const [cause, ...others] = await engine.causes(conversationId);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({
      rule_id: id,
      failed: false,
      parent_id: null,
      trace: {
        event: { kind: 'conversation.created' },
        rule: { id, name: 'Refunds', version: 1, type: 'new_conversation' },
        group_operator: 'OR',
        groups: [
          {
            logical_op: 'OR',
            matched: true,
            conditions: [
              { field: 'subject', found: 'My lamp', matched: true, operator: 'contains', value: 'lamp,bulb' },
              { field: 'priority', found: '', matched: false },
            ],
          },
        ],
        actions: [
          { type: 'assign_team', result: 'done', code: null },
          { type: 'assign_user', result: 'done' },
          { type: 'add_tags', value: ['VIP'], result: 'done' },
          { type: 'set_priority', value: ['3'], result: 'done' },
          { type: 'send_private_note', value: [], result: 'done' },
        ],
      },
    });
    const thread = await engine.messages(conversationId);
    expect(
      thread.filter(({ type }) => type === 'activity').map(({ meta }) => [meta.activity_type, meta.cause_id]),
    ).toEqual(
      ['assigned_team_change', 'assigned_user_change', 'tag_added', 'priority_change'].map((type) => [
        type,
        Number(cause!.id),
      ]),
    );
    expect(thread.at(-1)).toMatchObject({ private: true, content: '<p>Look at Mina</p>', sender_id: system });
  });

  test('in the order of weights; each sees what those before it did; first_match ends after one', async () => {
    const priority = (value: string) => ({ type: 'set_priority', value: [value] });
    await engine.add(admin, always([priority('1')], { name: 'first' }));
    const seesIt = {
      groups: [{ logical_op: 'AND', rules: [condition({ field: 'priority', operator: 'equals', value: '1' })] }],
    };
    await engine.add(admin, rule({ name: 'second', rules: [body({ ...seesIt, actions: [tag('VIP')] })] }));
    await engine.add(admin, always([tag('refund')], { name: 'third' }));
    const all = await engine.arrive();
    await engine.run();
    expect((await engine.conversation(all.id)).tags).toEqual(['VIP', 'refund']);
    expect((await engine.causes(all.id)).map(({ trace }) => trace.rule!.name)).toEqual(['first', 'second', 'third']);

    const { rows } = await desk.pool.query('select id from automation_rules order by weight, id');
    const [first, second, third] = rows.map(({ id }) => String(id)) as [string, string, string];
    await admin.call('automations.set_weights', { body: { [third]: 1, [first]: 2, [second]: 3 } });
    const turned = await engine.arrive();
    await engine.run();
    expect((await engine.causes(turned.id)).map(({ trace }) => trace.rule!.name)).toEqual(['third', 'first', 'second']);

    await admin.call('automations.set_mode', { body: { mode: 'first_match' } });
    const one = await engine.arrive();
    await engine.run();
    expect((await engine.causes(one.id)).map(({ trace }) => trace.rule!.name)).toEqual(['third']);
  });

  test('first_match ends also when the actions of the first have failed', async () => {
    await engine.add(admin, always([{ type: 'set_priority', value: ['1'] }]));
    await desk.pool.query(`update automation_rules set rules = jsonb_set(rules, '{0,actions,0,value}', '["9999"]')`);
    await engine.add(admin, always([tag('VIP')]));
    await admin.call('automations.set_mode', { body: { mode: 'first_match' } });
    const { id } = await engine.arrive();
    await engine.run();
    expect((await engine.conversation(id)).tags).toEqual([]);
    expect(await engine.causes(id)).toMatchObject([{ failed: true }]);
  });

  test('those of agents, disabled rules and senders of too many conversations are left alone', async () => {
    const disabled = await engine.add(admin, always([tag('VIP')]));
    await admin.call('automations.toggle', { params: { id: disabled } });
    const { id } = await engine.arrive();
    expect(await engine.waiting()).toBe(0);
    await admin.call('automations.toggle', { params: { id: disabled } });
    await engine.arrive({ meta: { is_rate_limited: true } });
    const started = await admin.call('conversations.create', {
      body: {
        inbox_id: 1,
        contact_email: 'ben@mail.example',
        first_name: 'Ben',
        last_name: '',
        subject: 'Hello',
        content: '<p>Hi</p>',
      } as never,
    });
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    expect(await engine.waiting()).toBe(0);
    expect(await engine.causes(id)).toEqual([]);
  });
});

describe('updates', () => {
  test.each([
    ['conversation.status.change', (id: number) => put(id, 'status', { status: 'Closed' })],
    ['conversation.priority.change', (id: number) => put(id, 'priority', { priority: 'High' })],
    ['conversation.message.incoming', (id: number) => engine.write(id)],
    [
      'conversation.user.assigned',
      async (id: number) => {
        const { uuid } = await engine.conversation(id);
        await admin.call('conversations.assign_user', { params: { uuid }, body: { assignee_id: Number(ids.agent) } });
      },
    ],
    [
      'conversation.team.assigned',
      async (id: number) => {
        const { uuid } = await engine.conversation(id);
        await admin.call('conversations.assign_team', { params: { uuid }, body: { assignee_id: Number(ids.team) } });
      },
    ],
  ])('%s runs its rules and no others', async (event, happens) => {
    const { id } = await engine.arrive();
    await engine.add(admin, onEvent([event], [tag('VIP')]));
    const others = ['conversation.message.outgoing', 'conversation.status.change', 'conversation.priority.change'];
    await engine.add(
      admin,
      onEvent(
        others.filter((other) => other !== event),
        [tag('refund')],
      ),
    );
    await happens(id);
    await engine.run();
    expect((await engine.conversation(id)).tags).toEqual(['VIP']);
  });

  test('one rule for several events; no change, no event', async () => {
    const { id } = await engine.arrive();
    await engine.add(admin, onEvent(['conversation.status.change', 'conversation.priority.change'], [tag('VIP')]));
    await put(id, 'priority', { priority: 'High' });
    await put(id, 'priority', { priority: 'High' });
    await put(id, 'status', { status: 'Closed' });
    await engine.run();
    expect(await engine.causes(id)).toHaveLength(2);
  });

  test('what was there before is compared: a message that reopens knows the status before it', async () => {
    const closed = await statusId('Closed');
    const was = { field: 'previous_status', operator: 'equals', value: closed };
    const rules = [body({ groups: [{ logical_op: 'AND', rules: [condition(was)] }], actions: [tag('VIP')] })];
    await engine.add(admin, rule({ type: 'conversation_update', events: ['conversation.message.incoming'], rules }));
    const { id } = await engine.arrive();
    await engine.write(id);
    await engine.run();
    expect((await engine.conversation(id)).tags).toEqual([]);
    await put(id, 'status', { status: 'Closed' });
    const { work, system: actor } = desk.app.deps;
    const { reopen, findConversationForUpdate } = await import('../../conversations/index.ts');
    const [message] = await engine.messages(id);
    await work(actor, async (uow) => {
      await reopen(uow, (await findConversationForUpdate(uow, id))!);
      await uow.publish({
        kind: 'message.received',
        conversation_id: id,
        message_id: message!.id,
        is_auto_reply: false,
        opened: false,
      });
    });
    await engine.run();
    expect((await engine.conversation(id)).tags).toEqual(['VIP']);
  });

  test('content is the text of the message that raised the event', async () => {
    const says = { field: 'content', operator: 'contains', value: 'urgent' };
    const rules = [body({ groups: [{ logical_op: 'AND', rules: [condition(says)] }], actions: [tag('VIP')] })];
    await engine.add(admin, rule({ type: 'conversation_update', events: ['conversation.message.incoming'], rules }));
    const { id } = await engine.arrive();
    await engine.write(id, { text: 'this is urgent' });
    await engine.write(id, { text: 'never mind' });
    await engine.run();
    const causes = await engine.causes(id);
    expect(causes).toHaveLength(1);
    // Behaviour 4.4: nothing of the mail gets into the record.
    expect(JSON.stringify(causes[0]!.trace)).not.toContain('this is urgent');
    expect(causes[0]!.trace.groups[0]!.conditions[0]).toMatchObject({ found: 'urgent' });
  });

  test('a rule resolves what nobody has, and cannot snooze without a time', async () => {
    const [resolved, snoozed] = [await statusId('Resolved'), await statusId('Snoozed')];
    await engine.add(admin, always([{ type: 'set_status', value: [resolved] }]));
    const { id } = await engine.arrive();
    await engine.run();
    expect((await engine.conversation(id)).status_id).toBe(Number(resolved));
    await desk.pool.query(
      `update automation_rules set rules = jsonb_set(rules, '{0,actions,0,value}', to_jsonb(array[$1::text]))`,
      [snoozed],
    );
    const second = await engine.arrive();
    await engine.run();
    expect(await engine.conversation(second.id)).toMatchObject({ status_id: 1, snoozed_until: null });
    expect((await engine.causes(second.id))[0]).toMatchObject({
      failed: true,
      trace: { actions: [{ result: 'failed', code: 'conversation.snooze_duration' }] },
    });
  });
});

test('a rule applies a policy and has the survey sent', async () => {
  await desk.pool.query(
    `with always as (insert into business_hours (name, is_always_open) values ('Always', true) returning id)
     update teams set business_hours_id = always.id, timezone = 'UTC' from always where teams.id = $1`,
    [ids.team],
  );
  const policy = await desk.pool.query(
    "insert into sla_policies (name, first_response_time, resolution_time) values ('Gold', '1h', '4h') returning id",
  );
  await engine.add(
    admin,
    always([
      { type: 'assign_team', value: [ids.team] },
      { type: 'set_sla', value: [String(policy.rows[0].id)] },
      { type: 'send_csat', value: ['0'] },
    ]),
  );
  const { id } = await engine.arrive();
  await engine.run();
  expect((await engine.conversation(id)).sla_policy_id).toBe(policy.rows[0].id);
  const { rows } = await desk.pool.query(
    'select id, kind, parent_id from causes where conversation_id = $1 order by id',
    [id],
  );
  const [{ id: own }] = rows;
  expect(rows.map(({ kind, parent_id }) => [kind, parent_id])).toEqual([
    ['automation', null],
    ['sla', own],
    ['csat', own],
  ]);
  expect((await engine.causes(id))[0]!.trace.actions.map(({ result }) => result)).toEqual(['done', 'done', 'done']);
});

test('a rule snoozes for a time and tells agents, each once and only those who can be told', async () => {
  const bo = await desk.addAgent({ email: 'bo@desk.test', team_ids: [Number(ids.team)] });
  const gone = await desk.addAgent({ email: 'off@desk.test', team_ids: [Number(ids.team)], enabled: false });
  const recipients = ['assignee', 'assigned_team', `team:${ids.team}`, `user:${ids.agent}`, `user:${gone}`];
  const message = 'Dear all,\n{{ .Contact.FirstName }} <waits>';
  await engine.add(
    admin,
    always([
      { type: 'assign_team', value: [ids.team] },
      { type: 'snooze', value: ['2h'] },
      { type: 'notify', value: ['{{ .Conversation.Subject }}: look', message, ...recipients] },
    ]),
  );
  await engine.add(admin, always([{ type: 'notify', value: ['Nobody', 'there', `user:${gone}`] }]));
  const before = Date.now();
  const { id } = await engine.arrive({ subject: 'Lamp' });
  await engine.run();
  const snoozed = await engine.conversation(id);
  expect(snoozed.status_id).toBe(Number(await statusId('Snoozed')));
  expect(snoozed.snoozed_until!.getTime()).toBeGreaterThanOrEqual(before + 2 * 3_600_000);
  const told = (await desk.events()).filter(({ kind }) => kind === 'automation.notified');
  expect(told.map(({ payload }) => payload)).toEqual([
    {
      conversation_id: id,
      user_ids: [Number(ids.agent), bo],
      subject: 'Lamp: look',
      message: 'Dear all,\nMina <waits>',
    },
  ]);
  const [first, second] = await engine.causes(id);
  // What it says is in the notice; the record names whom it was for.
  expect(first!.trace.actions.at(-1)!.value).toEqual(['{{ .Conversation.Subject }}: look', '', ...recipients]);
  expect(second!.trace.actions).toMatchObject([{ result: 'skipped', code: 'automation.nobody_to_notify' }]);
});

describe('loops', () => {
  // Line 31.
  test('two rules that fight over the status end, and what a person does at the same time still counts', async () => {
    const [open, closed] = [await statusId('Open'), await statusId('Closed')];
    const set = (value: string) => [{ type: 'set_status', value: [value] }];
    await engine.add(admin, onEvent(['conversation.status.change'], set(open), { name: 'opens' }));
    await engine.add(admin, onEvent(['conversation.status.change'], set(closed), { name: 'closes' }));
    const { id } = await engine.arrive();
    await put(id, 'status', { status: 'Closed' });
    await engine.run();
    expect((await engine.causes(id)).map(({ trace }) => trace.rule!.name)).toEqual(['opens', 'closes']);
    expect((await engine.conversation(id)).status_id).toBe(Number(closed));
    expect(await engine.waiting()).toBe(0);
    await put(id, 'status', { status: 'Open' });
    expect(await engine.waiting()).toBe(1);
    await engine.run();
    expect(await engine.causes(id)).toHaveLength(4);
  });

  test('more than 20 runs within a minute are stopped, once said, and go on a minute later', async () => {
    await engine.add(admin, onEvent(['conversation.priority.change'], [tag('VIP')]));
    const { id } = await engine.arrive();
    for (let n = 0; n < 23; n++) await put(id, 'priority', { priority: n % 2 ? 'High' : 'Low' });
    await engine.run();
    const causes = await engine.causes(id);
    expect(causes).toHaveLength(21);
    expect(causes.filter(({ failed }) => failed)).toMatchObject([
      {
        trace: {
          actions: [
            {
              type: 'add_tags',
              result: 'failed',
              code: 'automation.too_many_runs',
              error: expect.stringContaining('20 times'),
            },
          ],
        },
      },
    ]);
    desk.clock.advance(61_000);
    await put(id, 'priority', { priority: 'Medium' });
    await engine.run();
    expect(await engine.causes(id)).toHaveLength(22);
    // A clock that is set back does not stop them for as long as it was ahead.
    desk.clock.advance(-3_600_000);
    await put(id, 'priority', { priority: 'High' });
    await engine.run();
    expect((await engine.causes(id)).at(-1)).toMatchObject({ failed: false });
    desk.clock.set(new Date());
  });
});

describe('replies', () => {
  const reply = {
    type: 'send_reply',
    value: ['<p>Dear {{ .Contact.FirstName }}, {{ .Author.FullName }}{{ nobody }}</p>'],
  };

  test('go to the requester alone, by nobody, once a day, and raise nothing', async () => {
    await engine.add(admin, onEvent(['conversation.priority.change'], [reply]));
    await engine.add(admin, onEvent(['conversation.message.outgoing'], [tag('VIP')]));
    const { id } = await engine.arrive({
      meta: { from: ['mina@mail.example'], to: ['support@bellhop.local'], cc: ['boss@mail.example'] },
    });
    await put(id, 'priority', { priority: 'High' });
    await put(id, 'priority', { priority: 'Low' });
    await engine.run();
    const sent = (await engine.messages(id)).filter(
      ({ type, private: isPrivate }) => type === 'outgoing' && !isPrivate,
    );
    expect(sent).toMatchObject([
      {
        sender_id: system,
        content: '<p>Dear Mina, {{ nobody }}</p>',
        meta: { to: ['mina@mail.example'], is_automated: true },
      },
    ]);
    expect(sent[0]!.meta).not.toHaveProperty('cc');
    expect(
      (await engine.causes(id)).map(({ trace, failed }) => [trace.actions[0]!.result, trace.actions[0]!.code, failed]),
    ).toEqual([
      ['done', null, false],
      ['skipped', 'automation.reply_repeated', false],
    ]);
    await desk.app.deps.work(desk.app.deps.system, (uow) =>
      uow.publish({ kind: 'message.delivered', conversation_id: id, message_id: sent[0]!.id }),
    );
    expect(await engine.waiting()).toBe(0);
    desk.clock.advance(25 * 3_600_000);
    admin = await desk.as();
    await put(id, 'priority', { priority: 'Medium' });
    await engine.run();
    expect((await engine.causes(id)).at(-1)!.trace.actions[0]).toMatchObject({ result: 'done' });
    desk.clock.set(new Date());
  });

  test('a rule for incoming messages answers each, ten a day to one person at most', async () => {
    await engine.add(admin, onEvent(['conversation.message.incoming'], [reply]));
    const { id } = await engine.arrive({ from: 'chatty@mail.example' });
    for (let n = 0; n < 11; n++) await engine.write(id);
    await engine.run();
    expect((await engine.causes(id)).map(({ trace }) => trace.actions[0]!.code)).toEqual([
      ...Array(10).fill(null),
      'automation.reply_rate',
    ]);
  });

  test('never to machines, and quietly not to somebody without an address', async () => {
    await engine.add(admin, always([reply]));
    const machine = await engine.arrive({
      meta: { from: ['list@mail.example'], machine: { kind: 'soft', reason: 'list' } },
    });
    const nobody = await engine.arrive({ from: 'gone@mail.example' });
    await desk.pool.query('update users set email = null where id = $1', [nobody.contact_id]);
    await engine.run();
    expect((await engine.causes(machine.id))[0]!.trace.actions[0]).toMatchObject({
      result: 'skipped',
      code: 'automation.reply_to_machine',
    });
    expect((await engine.causes(nobody.id))[0]).toMatchObject({
      failed: false,
      trace: { actions: [{ result: 'skipped', code: 'message.no_recipient' }] },
    });
  });
});
