import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { body, condition, createRuleDesk, rule } from '../../../../test/automation-rules.ts';
import type { Harness } from '../../../../test/harness.ts';
import { always, ruleEngine } from '../../../../test/rule-engine.ts';
import { sweepTimeRules } from './sweep.ts';

let desk: Harness;
let admin: ApiClient;
let engine: ReturnType<typeof ruleEngine>;

beforeAll(async () => {
  desk = (await createRuleDesk()).desk;
  admin = await desk.as();
  engine = ruleEngine(desk);
}, 120_000);
afterAll(() => desk.close());
beforeEach(async () => {
  // Sessions end with the clock.
  desk.clock.set(new Date());
  await desk.pool.query('delete from automation_rules; delete from automation_tasks; delete from conversations');
});

const hour = 3600_000;
const waited = (actions: unknown[], over: object = {}) => {
  const rules = [condition({ field: 'hours_since_created', operator: 'greater than', value: '2' })];
  return rule({ type: 'time_trigger', rules: [body({ groups: [{ logical_op: 'AND', rules }], actions })], ...over });
};
const sweep = () => sweepTimeRules(desk.app.deps);

// Line 32 of behaviour 14.
test('a rule of the clock that replies sends one reply, not one per hour; its record says that time did it', async () => {
  const id = await engine.add(admin, waited([{ type: 'send_reply', value: ['<p>We are on it</p>'] }]));
  const conversation = await engine.arrive();
  for (let hours = 0; hours < 40; hours += 1) {
    await sweep();
    desk.clock.advance(hour);
  }
  const replies = (await engine.messages(conversation.id)).filter(({ type }) => type === 'outgoing');
  expect(replies.map(({ text_content, private: isPrivate }) => [text_content, isPrivate])).toEqual([
    ['We are on it', false],
  ]);
  const causes = await engine.causes(conversation.id);
  expect(causes).toMatchObject([
    {
      rule_id: id,
      failed: false,
      trace: {
        event: { kind: 'time' },
        rule: { id, type: 'time_trigger' },
        groups: [{ matched: true, conditions: [{ field: 'hours_since_created', found: '3', matched: true }] }],
        actions: [{ type: 'send_reply', result: 'done' }],
      },
    },
  ]);
});

test('what rules of the clock do makes no rule run, theirs neither', async () => {
  await engine.add(admin, waited([{ type: 'set_status', value: ['4'] }]));
  await engine.add(
    admin,
    always([{ type: 'set_status', value: ['1'] }], {
      type: 'conversation_update',
      events: ['conversation.status.change'],
    }),
  );
  const conversation = await engine.arrive();
  await engine.run();
  desk.clock.advance(3 * hour);
  await sweep();
  await engine.run();
  await sweep();
  expect(await engine.conversation(conversation.id)).toMatchObject({ status_id: 4 });
  expect(await engine.causes(conversation.id)).toHaveLength(1);
});

test('on trial: a rule is held against everything, and what it would do is recorded and not done', async () => {
  await engine.add(admin, waited([{ type: 'set_priority', value: ['3'] }], { shadow: true }));
  await engine.add(
    admin,
    always(
      [
        { type: 'add_tags', value: ['VIP'] },
        { type: 'send_reply', value: ['<p>Hello</p>'] },
      ],
      { shadow: true },
    ),
  );
  const conversation = await engine.arrive();
  await engine.run();
  desk.clock.advance(3 * hour);
  await sweep();
  await sweep();
  expect(await engine.conversation(conversation.id)).toMatchObject({ priority_id: null, tags: [] });
  expect((await engine.messages(conversation.id)).filter(({ type }) => type !== 'incoming')).toEqual([]);
  const held = { result: 'skipped', code: 'automation.shadow', error: 'The rule is on trial: this was only recorded' };
  expect((await engine.causes(conversation.id)).map(({ failed, trace }) => [failed, trace.actions])).toEqual([
    [
      false,
      [
        { type: 'add_tags', value: ['VIP'], ...held },
        { type: 'send_reply', value: [], ...held },
      ],
    ],
    [false, [{ type: 'set_priority', value: ['3'], ...held }]],
  ]);
});

test('on trial it takes no other place where only the first rule runs, and no share of what is allowed in a minute', async () => {
  await admin.call('automations.set_mode', { body: { mode: 'all' } });
  for (let n = 0; n < 25; n += 1)
    await engine.add(admin, always([{ type: 'add_tags', value: ['VIP'] }], { shadow: true }));
  await engine.add(admin, always([{ type: 'set_priority', value: ['2'] }]));
  await engine.add(admin, always([{ type: 'set_priority', value: ['3'] }]));
  await admin.call('automations.set_mode', { body: { mode: 'first_match' } });
  const conversation = await engine.arrive();
  await engine.run();
  expect(await engine.conversation(conversation.id)).toMatchObject({ priority_id: 2, tags: [] });
  expect(await engine.causes(conversation.id)).toHaveLength(26);
});

test('an action that fails is recorded, the others are done, and it is not tried again', async () => {
  const team = await desk.addTeam('Gone');
  await engine.add(
    admin,
    waited([
      { type: 'assign_team', value: [String(team)] },
      { type: 'set_priority', value: ['3'] },
    ]),
  );
  await desk.pool.query('delete from teams where id = $1', [team]);
  const conversation = await engine.arrive();
  desk.clock.advance(3 * hour);
  await sweep();
  await sweep();
  expect(await engine.conversation(conversation.id)).toMatchObject({ priority_id: 3, assigned_team_id: null });
  expect(await engine.causes(conversation.id)).toMatchObject([
    { failed: true, trace: { actions: [{ result: 'failed' }, { result: 'done' }] } },
  ]);
});
