// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type AutomationType, automationEvents, automationTypes, ruleActionTypes, ruleFields } from '@bellhop/contract';
import { type RuleBody, readRule } from '@bellhop/rules/automations/read-rule';
import type { RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { beforeEach, describe, expect, test } from 'vitest';
import { ruleInWords } from '../src/features/rule-words/index.ts';
import { type LanguagePack, setLanguage } from '../src/lib/i18n.ts';

const pack = (code: string): LanguagePack => JSON.parse(readFileSync(`lang/${code}.json`, 'utf8'));
const named = (...names: string[]) => new Map(names.map((name, at) => [String(at + 1), name]));
const world: RuleWorld = {
  rows: {
    team: named('Billing'),
    agent: named('Ana Reed'),
    status: named('Open', 'Snoozed'),
    priority: named('Low', 'High'),
    inbox: named('Support'),
    sla: named('1 hour'),
  },
  tags: ['refund'],
  attributes: [{ applies_to: 'contact', key: 'plan', name: 'Plan', data_type: 'list', values: ['paid'] }],
};
const condition = (field: string, operator: string, value = '', more: object = {}) => ({
  field,
  operator,
  value,
  ...more,
});
const body = (groups: object[][], actions: [string, ...string[]][], more: object = {}): RuleBody =>
  readRule([
    {
      groups: groups.map((rules) => ({ logical_op: 'OR', rules })),
      group_operator: 'AND',
      actions: actions.map(([type, ...value]) => ({ type, value })),
      ...more,
    },
  ]);
const said = (type: AutomationType, rule: RuleBody, events: readonly (typeof automationEvents)[number][] = []) =>
  ruleInWords({ type, events, body: rule }, world);

const refunds = body(
  [[condition('subject', 'contains', 'refund, money back'), condition('assigned_team', 'not set')]],
  [
    ['assign_team', '1'],
    ['set_priority', '2'],
    ['add_tags', 'refund', 'vip'],
  ],
);

describe('in English', () => {
  beforeEach(() => setLanguage(pack('en')));

  test.each([
    [
      'new_conversation',
      refunds,
      'When a conversation starts and the subject contains “refund” or “money back” or the team is not set: assign it to the team “Billing”, set the priority to “High”, and add the tags “refund” and “vip”.',
    ],
    [
      'time_trigger',
      body([[condition('hours_since_last_reply', 'greater than', '1')]], [['send_csat', '0']]),
      'As soon as the time since the last reply is more than 1 hour: send the satisfaction survey.',
    ],
    [
      'new_conversation',
      body(
        [
          [condition('status', 'equals', '1')],
          [condition('plan', 'equals', 'paid', { field_type: 'contact_custom_attribute' })],
        ],
        [['set_sla', '1']],
      ),
      'When a conversation starts and the status is “Open”, and also “Plan” is “paid”: apply the SLA “1 hour”.',
    ],
    [
      'new_conversation',
      body([[condition('subject', 'equals', 'Hi', { case_sensitive_match: true })]], [['assign_user', '9']]),
      'When a conversation starts and the subject is “Hi” in just these capitals: assign it to something deleted.',
    ],
    [
      'new_conversation',
      body([[]], [['send_reply', '<p>x</p>']], { match_all: true }),
      'Whenever a conversation starts: send a reply.',
    ],
    [
      'new_conversation',
      body([[]], []),
      'When a conversation starts and something that is still missing: do nothing yet.',
    ],
  ] as const)('%s: %#', (type, rule, sentence) => {
    expect(said(type, rule)).toBe(sentence);
  });

  test('events are told apart by "or"', () => {
    const rule = body([[condition('priority', 'equals', '2')]], [['send_private_note', '<p>x</p>']]);
    expect(said('conversation_update', rule, ['conversation.message.incoming', 'conversation.status.change'])).toBe(
      'When a customer writes or the status changes and the priority is “High”: write a private note.',
    );
  });
});

const codes = globSync('lang/*.json').map((path) => basename(path, '.json'));

test.each([
  [
    'de',
    'Eine Konversation beginnt, und es gilt: der Betreff enthält „refund“ oder „money back“ oder das Team ist nicht gesetzt. Dann: dem Team „Billing“ zuweisen, die Priorität auf „High“ setzen und die Tags „refund“ und „vip“ hinzufügen.',
  ],
  [
    'ja',
    '会話が始まり、件名に「refund」または「money back」が含まれるまたはチームが設定されていないとき: チーム「Billing」に割り当てる、優先度を「High」にする、タグ「refund」、「vip」を追加する。',
  ],
] as const)('in %s', (code, sentence) => {
  setLanguage(pack(code));
  expect(said('new_conversation', refunds)).toBe(sentence);
});

test.each(codes)('in %s every field, action, event and type has its words, and no place stays empty', (code) => {
  setLanguage(pack(code));
  const operators = { text: 'contains', select: 'equals', number: 'less than' } as const;
  for (const type of automationTypes) {
    for (const [field, { kind }] of Object.entries(ruleFields)) {
      for (const action of ruleActionTypes) {
        const rule = body([[condition(field, operators[kind], '1')]], [[action, '1']]);
        const sentence = said(type, rule, automationEvents);
        expect(sentence).not.toMatch(/automation\.|\{|\}|undefined| {2}/);
        expect(sentence.length).toBeGreaterThan(15);
      }
    }
  }
});
