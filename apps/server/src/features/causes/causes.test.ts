import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../test/api-client.ts';
import { createRuleDesk, rule } from '../../../test/automation-rules.ts';
import { openConversation } from '../../../test/conversations.ts';
import type { Harness } from '../../../test/harness.ts';
import { because, finishCause, type NewCause, recordCause } from '../../core/cause.ts';
import { addActivity, findConversationForUpdate } from '../conversations/index.ts';

let desk: Harness;
let admin: ApiClient;
let conversation: { id: number; uuid: string };
let other: { id: number; uuid: string };
let ruleId: number;
beforeAll(async () => {
  desk = (await createRuleDesk()).desk;
  admin = await desk.as();
  conversation = (await openConversation(desk)).conversation;
  other = (await openConversation(desk)).conversation;
}, 120_000);
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.pool.query('delete from causes');
  await desk.pool.query('delete from automation_rules');
  await admin.call('automations.create', { body: rule() });
  ruleId = (await desk.pool.query('select id from automation_rules')).rows[0].id;
});

/** A record as rules leave one. */
async function record(over: Partial<NewCause> & { result?: 'done' | 'failed' } = {}): Promise<number> {
  const { work, system } = desk.app.deps;
  const { result = 'done', ...cause } = over;
  return work(system, async (uow) => {
    const id = await recordCause(uow, {
      kind: 'automation',
      conversation_id: conversation.id,
      rule_id: ruleId,
      trace: { rule: { id: ruleId, name: 'Refunds', version: 1, type: 'new_conversation' } },
      ...cause,
    });
    await finishCause(uow, id, { actions: [{ type: 'add_tags', value: ['VIP'], result, code: null, error: null }] });
    return id;
  });
}

const get = (id: number | string, uuid = conversation.uuid, client = admin) =>
  client.call('causes.get', { params: { uuid, id: id as number } });
const list = (query: Record<string, string | number> = {}, uuid = conversation.uuid) =>
  admin.call('causes.list', { params: { uuid }, query });

describe('why something happened in a conversation', () => {
  test('an activity names its record, which says what happened, and what led to it, nearest first', async () => {
    const { work, system } = desk.app.deps;
    const steps: number[] = [];
    const message = await work(system, async (uow) => {
      const row = (await findConversationForUpdate(uow, conversation.id))!;
      const base = { kind: 'automation', conversation_id: row.id, trace: {} } as const;
      for (let depth = 0; depth < 3; depth++) {
        steps.push(await recordCause(uow, base));
        uow.cause = steps.at(-1)!;
      }
      return because(uow, steps.at(-1)!, () =>
        addActivity(uow, row, { activity_type: 'tag_added', params: { tag: 'VIP' } }),
      );
    });
    const thread = await admin.call('messages.list', { params: { uuid: conversation.uuid } });
    const shown = thread.data.results.find(({ uuid }) => uuid === message.uuid)!;
    expect(shown.meta).toMatchObject({ activity_type: 'tag_added', cause_id: steps[2] });
    const { data } = await get(steps[2]!);
    expect(data).toMatchObject({ id: steps[2], kind: 'automation', parent_id: steps[1], rule_id: null, failed: false });
    expect(data.trace).toEqual({ event: null, rule: null, group_operator: null, groups: [], actions: [], facts: [] });
    expect(data.parents.map(({ id }) => id)).toEqual([steps[1], steps[0]]);
  });

  test('a rule is called what it was called then, and is told apart from one that is gone', async () => {
    const id = await record();
    await admin.call('automations.update', { params: { id: ruleId }, body: rule({ name: 'Money back' }) });
    expect((await get(id)).data).toMatchObject({ rule_id: ruleId, trace: { rule: { name: 'Refunds', version: 1 } } });
    await admin.call('automations.remove', { params: { id: ruleId } });
    expect((await get(id)).data).toMatchObject({ rule_id: null, trace: { rule: { id: ruleId, name: 'Refunds' } } });
  });

  test('what belongs to another conversation is not found, as its record nor as what led to one', async () => {
    const foreign = await record({ conversation_id: other.id });
    const none = await record({ conversation_id: null });
    const answers = [await get(foreign), await get(none), await get(999_999), await get(1, 'nonsense')];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'cause.not_found'],
      [404, 'cause.not_found'],
      [404, 'cause.not_found'],
      [404, 'conversation.not_found'],
    ]);
    expect((await get('x')).status).toBe(400);
    const own = await record();
    await desk.pool.query('update causes set parent_id = $1 where id = $2', [foreign, own]);
    expect((await get(own)).data).toMatchObject({ parent_id: foreign, parents: [] });
  });

  test('who does not see the conversation sees none of it', async () => {
    await desk.addAgent({ email: 'narrow@desk.test', permissions: ['conversations:read'] });
    const narrow = await desk.as('narrow@desk.test');
    const id = await record();
    const answers = [
      await get(id, conversation.uuid, narrow),
      await narrow.call('causes.list', { params: { uuid: conversation.uuid } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([404, 'conversation.not_found']),
    );
  });

  test('a record that names itself, or a circle of them, is told to its bound', async () => {
    const one = await record();
    await desk.pool.query('update causes set parent_id = $1 where id = $1', [one]);
    expect((await get(one)).data.parents).toHaveLength(20);
  });

  test('all of them, newest first, page by page', async () => {
    const ids = [await record(), await record(), await record()];
    await record({ conversation_id: other.id });
    const first = (await list({ limit: 2 })).data;
    expect([first.results.map(({ id }) => id), first.next_cursor]).toEqual([[ids[2], ids[1]], ids[1]]);
    const second = (await list({ limit: 2, cursor: first.next_cursor! })).data;
    expect([second.results.map(({ id }) => id), second.next_cursor]).toEqual([[ids[0]], null]);
    const bad: Record<string, string | number>[] = [{ limit: 0 }, { limit: 101 }, { cursor: 'x' }, { cursor: 0 }];
    for (const query of bad) expect((await list(query)).status, JSON.stringify(query)).toBe(400);
  });
});

describe('what a rule did', () => {
  const log = (query: Record<string, string | number> = {}, client = admin) =>
    client.call('automations.log', { params: { id: ruleId }, query });

  test('newest first, failures alone on demand, with the conversations that the reader sees', async () => {
    const done = await record();
    const failed = await record({ result: 'failed', conversation_id: other.id });
    const unbound = await record({ conversation_id: null });
    await desk.pool.query(`insert into causes (kind, conversation_id) values ('sla', $1)`, [conversation.id]);
    const all = (await log()).data.results;
    expect(all.map(({ id, conversation: where }) => [id, where?.uuid ?? null])).toEqual([
      [unbound, null],
      [failed, other.uuid],
      [done, conversation.uuid],
    ]);
    expect((await log({ failed: 'true' })).data.results.map(({ id }) => id)).toEqual([failed]);
    const page = (await log({ limit: 1 })).data;
    expect(page.next_cursor).toBe(unbound);
    expect((await log({ limit: 1, cursor: unbound })).data.results.map(({ id }) => id)).toEqual([failed]);
    await desk.addAgent({
      email: 'rules@desk.test',
      permissions: ['automations:manage', 'conversations:read', 'conversations:read_assigned'],
    });
    const keeper = (await log({}, await desk.as('rules@desk.test'))).data.results;
    expect(keeper.map(({ conversation: where }) => where)).toEqual([null, null, null]);
  });

  test('what a conversation had is told to those alone who may see it', async () => {
    const condition = { field: 'contact_email', field_type: 'conversation', operator: 'set', value: '' };
    const groups = [
      {
        logical_op: 'AND',
        matched: true,
        conditions: [{ ...condition, found: 'secret@customer.example', matched: true }],
      },
    ] as const;
    await record({ trace: { group_operator: 'AND', groups: structuredClone(groups) as never } });
    expect((await log()).data.results[0]!.trace.groups).toEqual(groups);
    await desk.addAgent({
      email: 'blind@desk.test',
      permissions: ['automations:manage', 'conversations:read', 'conversations:read_assigned'],
    });
    const told = (await log({}, await desk.as('blind@desk.test'))).data.results;
    expect(told).toMatchObject([{ conversation: null, trace: { groups: [], actions: [{ type: 'add_tags' }] } }]);
    expect(JSON.stringify(told)).not.toContain('secret@customer.example');
  });

  test('none of a rule that is not there; bad questions are refused', async () => {
    const missing = await admin.call('automations.log', { params: { id: 999_999 }, query: {} });
    expect([missing.status, missing.body.code]).toEqual([404, 'automation.not_found']);
    const bad: Record<string, string | number>[] = [{ failed: 'perhaps' }, { limit: 'all' }, { cursor: -1 }];
    for (const query of bad) expect((await log(query)).status, JSON.stringify(query)).toBe(400);
  });

  test('list and rule say when it last acted, and how often within 7 days', async () => {
    const [fresh] = (await admin.call('automations.list', { query: { type: 'new_conversation' } })).data;
    expect(fresh).toMatchObject({ last_fired_at: null, fired_7d: 0, failed_7d: 0 });
    const age = async (id: number, days: number) => {
      await desk.pool.query(`update causes set created_at = now() - $2 * interval '1 day' where id = $1`, [id, days]);
    };
    await age(await record({ result: 'failed' }), 8);
    await age(await record({ result: 'failed' }), 6);
    await age(await record(), 2);
    const { data } = await admin.call('automations.get', { params: { id: ruleId } });
    expect(data).toMatchObject({ fired_7d: 2, failed_7d: 1, last_fired_at: expect.any(String) });
    expect(Math.round((Date.now() - Date.parse(data.last_fired_at!)) / 86_400_000)).toBe(2);
    const [listed] = (await admin.call('automations.list', { query: { type: 'new_conversation' } })).data;
    expect(listed).toEqual(data);
    // What the form sends back of it is ignored.
    const saved = await admin.call('automations.update', { params: { id: ruleId }, body: { ...data, fired_7d: 99 } });
    expect(saved.status).toBe(200);
  });
});
