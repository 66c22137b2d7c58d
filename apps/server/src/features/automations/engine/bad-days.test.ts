import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { body, condition, createRuleDesk, rule } from '../../../../test/automation-rules.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';
import { always, onEvent, ruleEngine } from '../../../../test/rule-engine.ts';
import { assignUser, findConversationForUpdate } from '../../conversations/index.ts';

let desk: Harness;
let other: Harness;
let admin: ApiClient;
let engine: ReturnType<typeof ruleEngine>;
let ids: { team: string; agent: string };

beforeAll(async () => {
  const made = await createRuleDesk({ env: { LOG_LEVEL: 'silent' } });
  desk = made.desk;
  ids = made;
  other = await createHarness({ share: desk, env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  engine = ruleEngine(desk);
}, 120_000);
afterAll(async () => {
  await other.close();
  await desk.close();
});
beforeEach(() => desk.pool.query('delete from automation_rules; delete from automation_tasks'));

const tag = (...names: string[]) => ({ type: 'add_tags', value: names });
const note = (text: string) => ({ type: 'send_private_note', value: [`<p>${text}</p>`] });
const notes = async (id: number) =>
  (await engine.messages(id)).filter(({ type, private: isPrivate }) => type === 'outgoing' && isPrivate);
const setBody = (id: number, stored: unknown) =>
  desk.pool.query('update automation_rules set rules = $2 where id = $1', [id, JSON.stringify(stored)]);

/** Has PostgreSQL refuse every new row of a table with an error of this SQLSTATE while `during` runs. */
async function breaking<T>(table: string, sqlstate: string, when: string, during: () => Promise<T>): Promise<T> {
  await desk.pool.query(`create function break_it() returns trigger language plpgsql as
    $$ begin if ${when} then raise exception 'broken for a test' using errcode = '${sqlstate}'; end if; return new; end $$;
    create trigger break_it before insert on ${table} for each row execute function break_it()`);
  try {
    return await during();
  } finally {
    await desk.pool.query(`drop trigger break_it on ${table}; drop function break_it()`);
  }
}

describe('rules that say what cannot be', () => {
  test('what they name was deleted: each failure stands in the record, the rest happens', async () => {
    const id = await engine.add(admin, always([tag('VIP')]));
    await setBody(id, [
      body({
        groups: [],
        match_all: true,
        actions: [
          { type: 'assign_team', value: ['9999'] },
          { type: 'assign_user', value: ['9999'] },
          { type: 'set_status', value: ['9999'] },
          { type: 'set_priority', value: ['9999'] },
          { type: 'add_tags', value: ['deleted', 'VIP'] },
          { type: 'assign_user', value: [] },
          { type: 'set_priority', value: ['High'] },
          { type: 'send_reply', value: [''] },
          { type: 'fly', value: ['1'] },
        ],
      }),
    ]);
    const { id: conversationId } = await engine.arrive();
    await engine.run();
    const [cause] = await engine.causes(conversationId);
    expect(cause!.failed).toBe(true);
    expect(cause!.trace.actions.map(({ type, result, code }) => [type, result, code])).toEqual([
      ['assign_team', 'failed', 'team.not_found'],
      ['assign_user', 'failed', 'agent.not_assignable'],
      ['set_status', 'failed', 'conversation.status_unknown'],
      ['set_priority', 'failed', 'conversation.priority_unknown'],
      ['add_tags', 'done', null],
      ['assign_user', 'failed', 'automation.action_invalid'],
      ['set_priority', 'failed', 'macro.action_invalid'],
      ['send_reply', 'failed', 'automation.action_invalid'],
      ['fly', 'failed', 'automation.action_invalid'],
    ]);
    expect((await engine.conversation(conversationId)).tags).toEqual(['VIP']);
    expect(cause!.trace.actions.every(({ error, result }) => (result === 'failed') === (error !== null))).toBe(true);
  });

  // Wire B 12.2: shapes of long ago, and nonsense.
  test.each<[stored: unknown, acts: boolean]>([
    [
      [
        {
          groups: [{ logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: ['lamp'] }] }],
          actions: [tag('VIP')],
        },
      ],
      true,
    ],
    [
      [
        {
          groups: [{ logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: [] }] }],
          actions: [tag('VIP')],
        },
      ],
      false,
    ],
    [
      [{ groups: [{ rules: [{ field: 'status', operator: 'equals', value: 1 }] }], actions: [tag('VIP'), null, 7] }],
      true,
    ],
    [[{ groups: [{ rules: [{}, null, 'x'] }], actions: [tag('VIP')] }], false],
    [[{ groups: [{}, {}, {}], group_operator: 'AND', actions: [tag('VIP')] }], false],
    [[], false],
    [['nonsense'], false],
  ])('stored strangely: %j', async (stored, acts) => {
    const id = await engine.add(admin, rule());
    await setBody(id, stored);
    const conversation = await engine.arrive({ subject: 'A lamp' });
    await engine.run();
    expect((await engine.conversation(conversation.id)).tags).toEqual(acts ? ['VIP'] : []);
    expect(await engine.waiting()).toBe(0);
  });

  test('an action that breaks the transaction is recorded, and the others happen once', async () => {
    await engine.add(
      admin,
      always([note('before'), tag('VIP'), { type: 'set_priority', value: ['3'] }, note('after')]),
    );
    const { id } = await engine.arrive();
    await breaking('conversation_tags', 'P0001', 'true', () => engine.run());
    const [cause, ...more] = await engine.causes(id);
    expect(more).toEqual([]);
    expect(cause!.trace.actions.map(({ result, code }) => code ?? result)).toEqual([
      'done',
      'general.internal',
      'done',
      'done',
    ]);
    expect((await notes(id)).map(({ text_content }) => text_content)).toEqual(['before', 'after']);
    expect(await engine.conversation(id)).toMatchObject({ priority_id: 3, tags: [] });
  });
});

describe('processes that die or meet', () => {
  test('what broke off in the middle goes on where it was, and does nothing twice', async () => {
    await engine.add(admin, always([note('one')], { name: 'one' }));
    await engine.add(admin, always([note('two')], { name: 'two' }));
    const { id } = await engine.arrive();
    const isSecond = "new.trace #>> '{rule,name}' = 'two'";
    // As if the server had gone: nothing is decided about the second rule.
    await expect(breaking('causes', '57P01', isSecond, () => engine.run())).rejects.toThrow('broken for a test');
    expect((await notes(id)).map(({ text_content }) => text_content)).toEqual(['one']);
    expect(await engine.waiting()).toBe(1);
    await engine.run();
    expect((await notes(id)).map(({ text_content }) => text_content)).toEqual(['one', 'two']);
    expect(await engine.causes(id)).toHaveLength(2);
  });

  test('with first_match one that has acted is enough', async () => {
    const first = await engine.add(admin, always([note('one')]));
    await engine.add(admin, always([note('two')]));
    await admin.call('automations.set_mode', { body: { mode: 'first_match' } });
    const { id } = await engine.arrive();
    // The first has acted, and the process died before the event was put away.
    await desk.pool.query('update automation_tasks set ran = array[$1::int]', [first]);
    await engine.run();
    expect(await notes(id)).toEqual([]);
    expect(await engine.waiting()).toBe(0);
  });

  test('an event that can never be looked at is dropped after five tries, and holds up no later one', async () => {
    await engine.add(admin, always([note('one')], { name: 'one' }));
    const { id } = await engine.arrive();
    await breaking('causes', 'P0001', 'true', async () => {
      for (let tries = 1; tries < 5; tries++) await expect(engine.run()).rejects.toThrow();
      await engine.run();
    });
    expect(await engine.waiting()).toBe(0);
    expect(await notes(id)).toEqual([]);
  });

  test('two at once do each thing once', async () => {
    await engine.add(admin, always([note('one'), tag('VIP')], { name: 'one' }));
    await engine.add(admin, always([note('two'), { type: 'set_priority', value: ['3'] }], { name: 'two' }));
    await engine.add(admin, onEvent(['conversation.message.incoming'], [note('three')]));
    const conversations = await Promise.all(Array.from({ length: 8 }, () => engine.arrive()));
    for (const { id } of conversations) await engine.write(id);
    await Promise.all([engine.run(desk), engine.run(other), engine.run(desk), engine.run(other)]);
    for (const { id } of conversations) {
      expect((await notes(id)).map(({ text_content }) => text_content).sort()).toEqual(['one', 'three', 'two']);
      expect(await engine.causes(id)).toHaveLength(3);
    }
    expect(await engine.waiting()).toBe(0);
  });

  test('a conversation that is deleted meanwhile takes what waits along', async () => {
    await engine.add(admin, always([note('one')]));
    const { id } = await engine.arrive();
    await desk.pool.query('delete from conversations where id = $1', [id]);
    expect(await engine.waiting()).toBe(0);
    await engine.run();
  });

  test('a rule that is switched off meanwhile does nothing any more', async () => {
    const id = await engine.add(admin, always([note('one')]));
    const conversation = await engine.arrive();
    await admin.call('automations.toggle', { params: { id } });
    await engine.run();
    expect(await notes(conversation.id)).toEqual([]);
    expect(await engine.waiting()).toBe(0);
  });
});

test('300 rules: those that match act, in their order', async () => {
  const id = await engine.add(
    admin,
    rule({ rules: [body({ groups: [{ logical_op: 'AND', rules: [condition({ value: 'never' })] }] })] }),
  );
  await desk.pool.query(
    `insert into automation_rules (type, name, rules, weight)
     select type, 'copy ' || n, rules, n from automation_rules, generate_series(2, 298) as n where id = $1`,
    [id],
  );
  await engine.add(admin, always([tag('VIP')], { name: 'next to last' }));
  await engine.add(admin, always([tag('refund')], { name: 'last' }));
  const conversation = await engine.arrive({ subject: 'Good morning' });
  await engine.run();
  expect((await engine.causes(conversation.id)).map(({ trace }) => trace.rule!.name)).toEqual(['next to last', 'last']);
});

test('what the desk itself does by other means runs rules too, and their records descend from its own', async () => {
  await engine.add(admin, onEvent(['conversation.user.assigned'], [tag('VIP')]));
  const { id } = await engine.arrive();
  const { recordCause, because } = await import('../../../core/cause.ts');
  const assignment = await desk.app.deps.work(desk.app.deps.system, async (uow) => {
    const conversation = (await findConversationForUpdate(uow, id))!;
    const cause = await recordCause(uow, { kind: 'assignment', conversation_id: id, trace: {} });
    await because(uow, cause, () => assignUser(uow, conversation, Number(ids.agent)));
    return cause;
  });
  await engine.run();
  expect((await engine.causes(id)).map(({ parent_id }) => Number(parent_id))).toEqual([Number(assignment)]);
  expect((await engine.conversation(id)).tags).toEqual(['VIP']);
});
