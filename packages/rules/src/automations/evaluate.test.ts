import { type RuleFieldName, ruleFields } from '@bellhop/contract/automations/vocabulary';
import { describe, expect, test } from 'vitest';
import { type AttributeKind, evaluateRule, type RuleFacts } from './evaluate.ts';
import { type RuleBody, type RuleCondition, readRule } from './read-rule.ts';

type Attributes = Record<string, [AttributeKind, unknown?]>;

/** A conversation that nobody has answered, with nothing set but what is given; previous values are unknown. */
function factsOf(
  fields: RuleFacts['fields'] = {},
  { contact = {}, conversation = {} }: { contact?: Attributes; conversation?: Attributes } = {},
): RuleFacts {
  const attributes = (given: Attributes) => ({
    types: new Map(Object.entries(given).map(([key, [type]]) => [key, type])),
    values: Object.fromEntries(
      Object.entries(given).flatMap(([key, [, value]]) => (value === undefined ? [] : [[key, value]])),
    ),
  });
  return {
    fields: {
      subject: 'The parcel',
      content: '',
      contact_email: 'ana@customer.example',
      status: '1',
      priority: null,
      assigned_team: null,
      assigned_user: null,
      inbox: '3',
      hours_since_created: '5',
      hours_since_first_reply: null,
      hours_since_last_reply: null,
      hours_since_resolved: null,
      ...fields,
    },
    attributes: {
      contact_custom_attribute: attributes(contact),
      conversation_custom_attribute: attributes(conversation),
    },
  };
}

function condition(given: Partial<RuleCondition>): RuleCondition {
  return {
    field: 'subject',
    field_type: 'conversation',
    operator: 'equals',
    value: '',
    case_sensitive_match: false,
    ...given,
  };
}

function bodyOf(groups: [RuleBody['group_operator'], ...RuleCondition[]][], rest: Partial<RuleBody> = {}): RuleBody {
  return {
    groups: groups.map(([logical_op, ...rules]) => ({ logical_op, rules })),
    group_operator: 'AND',
    actions: [],
    match_all: false,
    ...rest,
  };
}

function holds(given: Partial<RuleCondition>, facts: RuleFacts): boolean {
  return evaluateRule(bodyOf([['AND', condition(given)]]), facts).matched;
}

describe('operators', () => {
  const text = (value: string | null) => factsOf({ subject: value });
  test.each<[left: string | null, operator: string, value: string, expected: boolean, isCased?: boolean]>([
    ['Refund', 'equals', 'refund', true],
    ['Refund', 'equals', 'refund', false, true],
    ['Refund', 'equals', 'Refund', true, true],
    ['Refund ', 'equals', 'Refund', false],
    ['', 'equals', '', true],
    [null, 'equals', '', true],
    ['5', 'equals', '5.0', false],
    ['Refund', 'not equals', 'refund', false],
    ['Refund', 'not equals', 'refund', true, true],
    [null, 'not equals', 'refund', true],
    ['My refund please', 'contains', 'refund', true],
    ['My refund please', 'contains', 'Refund', false, true],
    ['My Refund please', 'contains', 'Refund', true, true],
    ['My refund please', 'contains', 'invoice, refund', true],
    ['My refund please', 'contains', 'invoice,order', false],
    // Line 33: an empty piece is none.
    ['My refund please', 'contains', 'invoice,', false],
    ['My refund please', 'contains', ',', false],
    ['My refund please', 'contains', '', false],
    ['two  \n words', 'contains', 'two words', true],
    ['two words', 'contains', '  two \t words ,x', true],
    [null, 'contains', 'refund', false],
    ['My refund please', 'not contains', 'invoice,order', true],
    ['My refund please', 'not contains', 'invoice,REFUND', false],
    ['My refund please', 'not contains', 'invoice,REFUND', true, true],
    ['My refund please', 'not contains', 'invoice,', true],
    [null, 'not contains', 'refund', true],
    ['x', 'set', '', true],
    ['', 'set', '', false],
    [null, 'set', '', false],
    ['x', 'not set', '', false],
    ['', 'not set', 'anything', true],
    [null, 'not set', '', true],
    ['10', 'greater than', '9', true],
    ['9', 'greater than', '9', false],
    ['9.5', 'greater than', '9', true],
    ['-1', 'less than', '0', true],
    ['abc', 'less than', '5', false],
    ['', 'less than', '5', false],
    [null, 'greater than', '-5', false],
    ['4', 'greater than', 'abc', false],
    ['4', 'greater than', '', false],
    ['x', 'starts with', 'x', false],
    ['x', '', 'x', false],
  ])('%j %s %j: %s', (left, operator, value, expected, case_sensitive_match = false) => {
    expect(holds({ operator, value, case_sensitive_match }, text(left))).toBe(expected);
  });
});

describe('fields', () => {
  test.each(Object.keys(ruleFields) as RuleFieldName[])('%s is compared by its own value', (field) => {
    const facts = factsOf({ [field]: '7' });
    expect(holds({ field, value: '7' }, facts)).toBe(true);
    expect(holds({ field, operator: 'set' }, facts)).toBe(true);
    expect(holds({ field, value: '8' }, facts)).toBe(false);
    expect(holds({ field, operator: 'not set' }, factsOf({ [field]: null }))).toBe(true);
  });

  // Line 34.
  test('a priority that is not set is empty, not 0', () => {
    expect(holds({ field: 'priority', operator: 'not set' }, factsOf())).toBe(true);
    expect(holds({ field: 'priority', operator: 'set' }, factsOf())).toBe(false);
    expect(holds({ field: 'priority', value: '0' }, factsOf())).toBe(false);
  });

  // Line 33.
  test('"hours since last reply less than 24" does not hold for what was never replied to', () => {
    const rule = { field: 'hours_since_last_reply', operator: 'less than', value: '24' };
    expect(holds(rule, factsOf())).toBe(false);
    expect(holds(rule, factsOf({ hours_since_last_reply: '0' }))).toBe(true);
    expect(holds(rule, factsOf({ hours_since_last_reply: '24' }))).toBe(false);
  });

  test.each(['previous_status', 'previous_priority', 'previous_assigned_team', 'previous_assigned_user'] as const)(
    '%s never matches while nobody knows it; one that was empty equals empty',
    (field) => {
      for (const operator of ['equals', 'not equals', 'set', 'not set', 'not contains']) {
        expect(holds({ field, operator, value: '4' }, factsOf())).toBe(false);
      }
      expect(holds({ field, value: '' }, factsOf({ [field]: null }))).toBe(true);
      expect(holds({ field, operator: 'not equals', value: '4' }, factsOf({ [field]: null }))).toBe(true);
      expect(holds({ field, value: '4' }, factsOf({ [field]: '4' }))).toBe(true);
    },
  );

  test.each([
    { field: 'no_such_field' },
    { field: 'constructor' },
    { field: '' },
    { field_type: 'agent_custom_attribute', field: 'plan' },
  ])('an unknown field or field type is false for every operator: %j', (given) => {
    for (const operator of ['equals', 'not equals', 'set', 'not set', 'contains', 'not contains', 'less than']) {
      expect(holds({ ...given, operator }, factsOf({}, { contact: { plan: ['text', 'gold'] } }))).toBe(false);
    }
  });
});

describe('attributes', () => {
  const today = '2025-07-31';
  test.each<[type: AttributeKind, stored: unknown, operator: string, value: string, expected: boolean]>([
    ['text', 'Gold', 'equals', 'gold', true],
    ['text', 'Gold', 'contains', 'old,', true],
    ['list', 'Gold', 'equals', 'Gold', true],
    // Line 33: what is absent behaves as empty.
    ['text', undefined, 'not set', '', true],
    ['text', undefined, 'set', '', false],
    ['text', undefined, 'not equals', 'gold', true],
    ['text', undefined, 'equals', '', true],
    ['text', undefined, 'not contains', 'gold', true],
    ['number', undefined, 'less than', '5', false],
    ['number', undefined, 'greater than', '-5', false],
    ['number', 2.5, 'greater than', '2', true],
    ['number', 2.5, 'equals', '2.50', true],
    ['number', 2.5, 'equals', '2', false],
    ['number', 3, 'equals', '3.0', true],
    ['number', 3, 'not equals', '3.0', false],
    ['number', 0.1, 'less than', '0.100000000000000001', true],
    ['number', 1e-7, 'greater than', '0', true],
    ['number', 1e21, 'greater than', '999999999999999999999', true],
    ['number', 12, 'greater than', '9', true],
    ['number', '', 'less than', '9', false],
    ['text', '12', 'greater than', '9', true],
    ['checkbox', true, 'equals', 'true', true],
    ['checkbox', false, 'equals', 'false', true],
    ['checkbox', undefined, 'equals', 'false', false],
    ['checkbox', undefined, 'not equals', 'true', true],
    ['date', today, 'equals', today, true],
    ['date', `${today}T00:00:00Z`, 'equals', today, true],
    ['date', `${today}T02:00:00+02:00`, 'equals', today, true],
    ['date', `${today}T10:00:00Z`, 'greater than', today, true],
    ['date', `${today}T01:00:00+02:00`, 'less than', today, true],
    ['date', '2025-07-30', 'less than', today, true],
    ['date', '2025-12-01', 'greater than', today, true],
    ['date', undefined, 'less than', today, false],
    ['date', 'soon', 'less than', today, false],
    ['date', '2025-13-45', 'greater than', today, false],
    ['text', ['a', 'b'], 'contains', '"b"', true],
    ['text', null, 'not set', '', true],
  ])('%s %j %s %j: %s', (type, stored, operator, value, expected) => {
    for (const owner of ['contact', 'conversation'] as const) {
      const facts = factsOf({}, { [owner]: { plan: [type, stored] } });
      expect(holds({ field_type: `${owner}_custom_attribute`, field: 'plan', operator, value }, facts)).toBe(expected);
    }
  });

  test('those of the contact and those of the conversation are two', () => {
    const facts = factsOf({}, { contact: { plan: ['text', 'gold'] }, conversation: { plan: ['text', 'iron'] } });
    expect(holds({ field_type: 'contact_custom_attribute', field: 'plan', value: 'gold' }, facts)).toBe(true);
    expect(holds({ field_type: 'conversation_custom_attribute', field: 'plan', value: 'iron' }, facts)).toBe(true);
  });

  test('one that is deleted is an unknown field, though values are left', () => {
    const facts = factsOf();
    const left: RuleFacts = {
      ...facts,
      attributes: {
        ...facts.attributes,
        contact_custom_attribute: { types: new Map(), values: { plan: 'gold' } },
      },
    };
    for (const operator of ['equals', 'not equals', 'not set']) {
      expect(holds({ field_type: 'contact_custom_attribute', field: 'plan', operator, value: 'gold' }, left)).toBe(
        false,
      );
    }
  });
});

describe('groups', () => {
  const yes = condition({ operator: 'set' });
  const no = condition({ operator: 'not set' });
  test.each<[name: string, body: RuleBody, expected: boolean]>([
    ['AND needs all', bodyOf([['AND', yes, no]]), false],
    ['AND with all', bodyOf([['AND', yes, yes]]), true],
    ['OR needs one', bodyOf([['OR', no, yes]]), true],
    ['OR with none', bodyOf([['OR', no, no]]), false],
    [
      'groups by AND',
      bodyOf([
        ['OR', yes],
        ['OR', no],
      ]),
      false,
    ],
    [
      'groups by OR',
      bodyOf(
        [
          ['OR', yes],
          ['OR', no],
        ],
        { group_operator: 'OR' },
      ),
      true,
    ],
    ['an empty group is left out of AND', bodyOf([['AND', yes], ['OR']]), true],
    ['an empty group is left out of OR', bodyOf([['AND', no], ['AND']], { group_operator: 'OR' }), false],
    ['no condition, by AND', bodyOf([['AND'], ['OR']]), true],
    ['no condition, by OR', bodyOf([['AND'], ['AND']], { group_operator: 'OR' }), false],
    ['no condition, on purpose', bodyOf([], { group_operator: 'OR', match_all: true }), true],
    ['conditions count beside match_all', bodyOf([['AND', no]], { match_all: true }), false],
    [
      'three groups are skipped',
      bodyOf([
        ['AND', yes],
        ['AND', yes],
        ['AND', yes],
      ]),
      false,
    ],
    ['three groups, though one is empty', bodyOf([['AND', yes], ['AND', yes], ['AND']]), false],
  ])('%s', (_, body, expected) => {
    expect(evaluateRule(body, factsOf()).matched).toBe(expected);
  });

  test('the verdict says why nothing was compared', () => {
    expect(evaluateRule(bodyOf([['AND'], ['AND'], ['AND']]), factsOf())).toMatchObject({
      skipped: 'too_many_groups',
      groups: [],
    });
  });
});

describe('the trace', () => {
  test('has every condition with what was found, also where the outcome stood before', () => {
    const body = bodyOf(
      [
        ['OR', condition({ operator: 'set' }), condition({ field: 'priority', operator: 'set' })],
        ['AND', condition({ field: 'status', value: '2' }), condition({ field: 'contact_email', operator: 'set' })],
      ],
      { group_operator: 'OR' },
    );
    expect(evaluateRule(body, factsOf())).toEqual({
      matched: true,
      group_operator: 'OR',
      skipped: null,
      groups: [
        {
          logical_op: 'OR',
          matched: true,
          conditions: [
            expect.objectContaining({ field: 'subject', found: 'The parcel', matched: true }),
            expect.objectContaining({ field: 'priority', found: '', matched: false }),
          ],
        },
        {
          logical_op: 'AND',
          matched: false,
          conditions: [
            expect.objectContaining({ field: 'status', value: '2', found: '1', matched: false }),
            expect.objectContaining({ field: 'contact_email', found: 'ana@customer.example', matched: true }),
          ],
        },
      ],
    });
  });

  test('never holds the text of a mail, only what of the rule stands in it', () => {
    const facts = factsOf({ content: 'My card is 4000 1234, please Refund me' });
    const found = (given: Partial<RuleCondition>) =>
      evaluateRule(bodyOf([['AND', condition({ field: 'content', ...given })]]), facts).groups[0]!.conditions[0]!.found;
    expect(found({ operator: 'contains', value: 'invoice,refund,ME' })).toBe('refund, ME');
    expect(found({ operator: 'set' })).toBe('');
    expect(found({ operator: 'not equals', value: 'x' })).toBe('');
  });

  test('is short', () => {
    const verdict = evaluateRule(
      bodyOf([['AND', condition({ operator: 'set' })]]),
      factsOf({ subject: 'x'.repeat(5000) }),
    );
    expect(verdict.groups[0]!.conditions[0]!.found).toHaveLength(200);
  });
});

// Wire B 12.2: shapes of long ago.
test.each<[stored: unknown, expected: boolean]>([
  [
    [
      {
        groups: [{ logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: ['parcel', 'box'] }] }],
        group_operator: 'AND',
      },
    ],
    true,
  ],
  [
    [
      {
        groups: [{ logical_op: 'OR', rules: [{ field: 'subject', operator: 'contains', value: [] }] }],
        group_operator: 'AND',
      },
    ],
    false,
  ],
  [[{ groups: [{ rules: [{ field: 'subject', field_type: '', operator: 'equals', value: 'the PARCEL' }] }] }], true],
  [[{ groups: [{ rules: [{ field: 'status', operator: 'equals', value: 1 }] }] }], true],
  [[{ groups: 'none', group_operator: 'maybe' }], false],
  [[], false],
  [null, false],
])('what is stored strangely is read: %j', (stored, expected) => {
  expect(evaluateRule(readRule(stored), factsOf()).matched).toBe(expected);
});
