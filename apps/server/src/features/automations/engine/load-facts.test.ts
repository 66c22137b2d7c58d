import { evaluateRule, readRule } from '@bellhop/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { body, condition, createRuleDesk } from '../../../../test/automation-rules.ts';
import { followUp, openConversation } from '../../../../test/conversations.ts';
import type { Harness } from '../../../../test/harness.ts';
import { loadFacts } from './load-facts.ts';

let desk: Harness;
let ids: { team: string; agent: string };

beforeAll(async () => {
  const made = await createRuleDesk();
  desk = made.desk;
  ids = made;
}, 120_000);
afterAll(() => desk.close());

const now = new Date('2025-06-02T12:00:00Z');
const load = async (id: number, options?: Parameters<typeof loadFacts>[3]) =>
  (await loadFacts(desk.app.deps.db, [id], now, options)).get(id)!;

test('a new conversation: unset is null, hours are counted down', async () => {
  const { conversation } = await openConversation(desk, { from: 'mina@mail.example', subject: 'Broken lamp' });
  await desk.pool.query("update conversations set created_at = $2::timestamptz - interval '90 minutes' where id = $1", [
    conversation.id,
    now,
  ]);
  expect((await load(conversation.id)).fields).toEqual({
    subject: 'Broken lamp',
    contact_email: 'mina@mail.example',
    status: '1',
    priority: null,
    assigned_team: null,
    assigned_user: null,
    inbox: '1',
    hours_since_created: '1',
    hours_since_first_reply: null,
    hours_since_last_reply: null,
    hours_since_resolved: null,
  });
});

test('everything that is set; a clock that was set back counts no hours', async () => {
  const { conversation } = await openConversation(desk);
  await desk.pool.query(
    `update conversations set priority_id = 2, assigned_team_id = $2, assigned_user_id = $3, first_reply_at = $4::timestamptz - interval '3 hours',
       last_reply_at = $4::timestamptz - interval '119 minutes', resolved_at = $4::timestamptz + interval '1 day',
       custom_attributes = '{"amount": 2.5}' where id = $1`,
    [conversation.id, ids.team, ids.agent, now],
  );
  await desk.pool.query(`update users set custom_attributes = '{"plan": "paid"}' where id = $1`, [
    conversation.contact_id,
  ]);
  const facts = await load(conversation.id);
  expect(facts.fields).toMatchObject({
    priority: '2',
    assigned_team: ids.team,
    assigned_user: ids.agent,
    hours_since_first_reply: '3',
    hours_since_last_reply: '1',
    hours_since_resolved: '0',
  });
  const rules = [
    condition({ field_type: 'contact_custom_attribute', field: 'plan', operator: 'equals', value: 'paid' }),
    condition({ field_type: 'conversation_custom_attribute', field: 'amount', operator: 'greater than', value: '2.4' }),
    condition({ field_type: 'contact_custom_attribute', field: 'since', operator: 'not set' }),
  ];
  const verdict = evaluateRule(readRule([body({ groups: [{ logical_op: 'AND', rules }] })]), facts);
  expect(verdict.matched, JSON.stringify(verdict)).toBe(true);
});

test('content is what the event knows, or the first or latest public message, or not known', async () => {
  const { conversation } = await openConversation(desk, { text: 'the first' });
  await followUp(desk, conversation.id, { text: 'the second' });
  expect(await load(conversation.id)).not.toHaveProperty('fields.content');
  expect((await load(conversation.id, { content: 'first' })).fields.content).toBe('the first');
  expect((await load(conversation.id, { content: 'latest' })).fields.content).toBe('the second');
  const known = new Map([[conversation.id, { content: 'its own', previous_status: null }]]);
  expect((await load(conversation.id, { content: 'latest', known })).fields).toMatchObject({
    content: 'its own',
    previous_status: null,
  });
});

test('many at once; those that are gone are missing', async () => {
  const { conversation } = await openConversation(desk);
  const facts = await loadFacts(desk.app.deps.db, [conversation.id, 999_999], now);
  expect([...facts.keys()]).toEqual([conversation.id]);
  expect((await loadFacts(desk.app.deps.db, [], now)).size).toBe(0);
});
