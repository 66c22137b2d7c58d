import type { AutomationInput } from '@bellhop/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const create = (given: object) => admin.call('automations.create', { body: given });
const list = async (type = 'new_conversation') => (await admin.call('automations.list', { query: { type } })).data;

const second = 'rules.0.groups.0.rules.1';
test.each<[field: string, given: () => object]>([
  ['name', () => rule({ name: '' })],
  ['name', () => rule({ name: 'x'.repeat(141) })],
  ['name', () => rule({ name: 'invoice\u202egpj' })],
  ['name', () => rule({ name: 'a\u0000b' })],
  ['name', () => rule({ name: 7 })],
  ['description', () => rule({ description: 'x'.repeat(301) })],
  ['type', () => rule({ type: 'sometimes' })],
  ['type', () => rule({ type: undefined })],
  ['events', () => rule({ type: 'conversation_update', events: [] })],
  ['events.0', () => rule({ type: 'conversation_update', events: ['conversation.tag.added'] })],
  ['events', () => rule({ events: 'conversation.status.change' })],
  ['rules', () => rule({ rules: undefined })],
  ['rules', () => rule({ rules: [] })],
  ['rules', () => rule({ rules: [body(), body()] })],
  ['rules.0', () => rule({ rules: ['x'] })],
  ['rules.0.group_operator', () => rule({ rules: [body({ group_operator: 'XOR' })] })],
  [
    'rules.0.groups',
    () => rule({ rules: [body({ groups: Array(3).fill({ logical_op: 'OR', rules: [condition()] }) })] }),
  ],
  [
    'rules.0.groups.0.logical_op',
    () => rule({ rules: [body({ groups: [{ logical_op: 'or', rules: [condition()] }] })] }),
  ],
  ['rules.0.groups.0.rules', () => rule({ rules: [body({ groups: [{ logical_op: 'OR', rules: {} }] })] })],
  ['rules.0.match_all', () => rule({ rules: [body({ match_all: 'yes' })] })],
  [`${second}.field_type`, () => withCondition({ field_type: 'account' })],
  [`${second}.field`, () => withCondition({ field: '' })],
  [`${second}.field`, () => withCondition({ field: 'colour' })],
  [`${second}.field`, () => withCondition({ field: 'constructor' })],
  [`${second}.field`, () => withCondition({ field: 'plan' })],
  [`${second}.field`, () => withCondition({ field: 'colour', field_type: 'contact_custom_attribute' })],
  [`${second}.field`, () => withCondition({ field: 'plan', field_type: 'conversation_custom_attribute' })],
  [`${second}.field`, () => withCondition({ field: 'hours_since_created', operator: 'equals', value: '1' })],
  [`${second}.field`, () => withCondition({ field: 'previous_status' })],
  [`${second}.operator`, () => withCondition({ operator: '' })],
  [`${second}.operator`, () => withCondition({ operator: 'contains', value: '1' })],
  [`${second}.operator`, () => withCondition({ operator: 'like', value: '1' })],
  [`${second}.operator`, () => withCondition({ field: 'subject', operator: 'greater than', value: '1' })],
  [`${second}.value`, () => withCondition({ operator: 'equals', value: '' })],
  [`${second}.value`, () => withCondition({ operator: 'equals', value: undefined })],
  [`${second}.value`, () => withCondition({ operator: 'equals', value: 1 })],
  [`${second}.value`, () => withCondition({ operator: 'equals', value: ['1'] })],
  [`${second}.value`, () => withCondition({ operator: 'equals', value: '999' })],
  [`${second}.value`, () => withCondition({ operator: 'equals', value: 'Open' })],
  [`${second}.value`, () => withCondition({ field: 'assigned_user', operator: 'equals', value: '99999' })],
  [`${second}.value`, () => withCondition({ field: 'inbox', operator: 'equals', value: '99999' })],
  [`${second}.value`, () => withCondition({ field: 'subject', operator: 'contains', value: ' , ,' })],
  [`${second}.value`, () => withCondition({ field: 'subject', operator: 'equals', value: 'x'.repeat(2001) })],
  [
    `${second}.value`,
    () => withCondition({ field: 'paid', field_type: 'contact_custom_attribute', operator: 'equals', value: 'maybe' }),
  ],
  [
    `${second}.value`,
    () =>
      withCondition({
        field: 'since',
        field_type: 'contact_custom_attribute',
        operator: 'equals',
        value: '2025-02-30',
      }),
  ],
  [
    `${second}.value`,
    () => withCondition({ field: 'plan', field_type: 'contact_custom_attribute', operator: 'equals', value: 'gold' }),
  ],
  [
    `${second}.value`,
    () =>
      withCondition({ field: 'amount', field_type: 'conversation_custom_attribute', operator: 'equals', value: 'ten' }),
  ],
  [`${second}.case_sensitive_match`, () => withCondition({ case_sensitive_match: 'true' })],
  ['rules.0.actions', () => withAction()],
  ['rules.0.actions.0.type', () => withAction({ type: 'explode', value: ['1'] })],
  ['rules.0.actions.0.type', () => withAction({ value: ['1'] })],
  ['rules.0.actions.0.value', () => withAction({ type: 'assign_team' })],
  ['rules.0.actions.0.value', () => withAction({ type: 'assign_team', value: '1' })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'assign_team', value: [1] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'assign_team', value: [] })],
  ['rules.0.actions.0.value', () => withAction({ type: 'assign_user', value: ['1', '2'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'assign_team', value: ['99999'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'set_status', value: ['Open'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'set_status', value: ['2'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'set_sla', value: ['99999'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'snooze', value: [] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'snooze', value: ['soon'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'snooze', value: ['-2h'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'snooze', value: ['9000h'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'snooze', value: ['2099-01-01T00:00:00Z'] })],
  ['rules.0.actions.0.value', () => withAction({ type: 'notify', value: ['Look', 'here'] })],
  ['rules.0.actions.0.value', () => withAction({ type: 'notify', value: [' ', 'here', 'assignee'] })],
  ['rules.0.actions.0.value', () => withAction({ type: 'notify', value: ['x'.repeat(201), 'here', 'assignee'] })],
  ['rules.0.actions.0.value.2', () => withAction({ type: 'notify', value: ['Look', 'here', 'everybody'] })],
  [
    'rules.0.actions.0.value.3',
    () => withAction({ type: 'notify', value: ['Look', 'here', 'assignee', 'team:99999'] }),
  ],
  ['rules.0.actions.0.value', () => withAction({ type: 'add_tags', value: [] })],
  ['rules.0.actions.0.value.1', () => withAction({ type: 'add_tags', value: ['VIP', ' '] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'send_reply', value: ['<p>&nbsp;</p>'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'send_private_note', value: ['<script>x</script>'] })],
  ['rules.0.actions.0.value.0', () => withAction({ type: 'send_reply', value: ['x'.repeat(20_001)] })],
  ['rules.0.actions', () => withAction(...Array(21).fill({ type: 'send_csat', value: ['0'] }))],
])('%s is named when it is wrong (%#)', async (field, given) => {
  const { status, body: answer } = await create(given());
  expect([status, answer.error_type, Object.keys(answer.data ?? {})]).toEqual([400, 'InputException', [field]]);
  expect(await list()).toEqual([]);
});

const chars = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => !text.includes('\u0000'));
const written = chars.filter((text) => text.trim() !== '' && /[^,\s]/.test(text));

/** As JSON carries it: a negative zero arrives as zero. */
const anyJson = fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)));

/** Rules that are legal, whatever they consist of; the ids of rows are filled in when the rows are there. */
function legalRules(): fc.Arbitrary<AutomationInput> {
  const one = (fields: string[], operators: string[], value: fc.Arbitrary<unknown>, field_type?: string) =>
    fc.record(
      {
        field: fc.constantFrom(...fields),
        operator: fc.constantFrom(...operators),
        value,
        field_type: fc.constant(field_type ?? 'conversation'),
        case_sensitive_match: fc.boolean(),
        note: anyJson,
      },
      { requiredKeys: field_type ? ['field', 'operator', 'value', 'field_type'] : ['field', 'operator', 'value'] },
    );
  const anyType = fc.oneof(
    one(['subject', 'contact_email'], ['equals', 'not equals', 'contains', 'not contains'], written),
    one(['status', 'priority', 'assigned_team', 'assigned_user', 'inbox'], ['set', 'not set'], fc.constant('')),
    one(['status', 'priority'], ['equals', 'not equals'], fc.constantFrom('1', '3')),
    one(['assigned_user'], ['equals'], fc.constant(ids.agent)),
    one(['plan'], ['equals'], fc.constantFrom('free', 'paid'), 'contact_custom_attribute'),
    one(['amount'], ['less than'], fc.integer().map(String), 'conversation_custom_attribute'),
  );
  const hours = one(['hours_since_created', 'hours_since_last_reply'], ['greater than'], fc.nat(9999).map(String));
  const action = fc.oneof(
    fc.record({ type: fc.constant('assign_team'), value: fc.constant([ids.team]) }),
    fc.record({ type: fc.constant('set_status'), value: fc.constantFrom(['1'], ['3']) }),
    fc.record({
      type: fc.constantFrom('add_tags', 'remove_tags'),
      value: fc.array(written, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ type: fc.constant('send_reply'), value: fc.constant(['<p>Thank you, {{ .Contact.FirstName }}</p>']) }),
    fc.record({ type: fc.constant('send_csat'), value: fc.constant(['0']) }),
  );
  const logical = fc.constantFrom('AND', 'OR');
  return fc.constantFrom('new_conversation', 'conversation_update', 'time_trigger').chain((type) => {
    const conditions = type === 'new_conversation' ? anyType : fc.oneof(anyType, hours);
    const group = (minLength: number) =>
      fc.record({ logical_op: logical, rules: fc.array(conditions, { minLength, maxLength: 4 }) });
    return fc.record({
      name: written.filter((text) => /^[\p{L}\p{N}]+$/u.test(text)),
      description: fc.constant(''),
      type: fc.constant(type),
      events: fc.constant(type === 'conversation_update' ? ['conversation.priority.change'] : []),
      rules: fc
        .record({
          groups: fc.tuple(group(1), group(0)),
          actions: fc.array(action, { minLength: 1, maxLength: 4 }),
          group_operator: logical,
        })
        .map((made) => [made]),
    });
  }) as unknown as fc.Arbitrary<AutomationInput>;
}

/** What may never stand at a place, by the name of its member. */
const wrong: Record<string, unknown> = {
  name: '',
  description: 5,
  type: 'nope',
  events: 'conversation.priority.change',
  field: 'nope',
  field_type: 'nope',
  operator: 'like',
  value: 5,
  case_sensitive_match: 'yes',
  logical_op: 'XOR',
  group_operator: 'XOR',
  groups: {},
  actions: 'none',
  rules: 5,
};

/** Every place of a rule, as a path. */
function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  const inner = Object.entries(value ?? {}).filter(() => typeof value === 'object');
  return [
    ...(path.length > 0 && path.at(-1) !== 'note' ? [path] : []),
    ...inner.flatMap(([name, one]) =>
      name === 'note' ? [] : places(one, [...path, Array.isArray(value) ? Number(name) : name]),
    ),
  ];
}

function corrupted(given: AutomationInput, path: readonly (string | number)[]): object {
  const copy = structuredClone(given);
  let at = copy as unknown as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as typeof at;
  const last = path.at(-1)!;
  // Entries of lists are objects or texts: a number is neither.
  at[last] = typeof last === 'number' ? 5 : wrong[last];
  return copy;
}

test('legal rules come back as they were sent; with any one member spoilt they are refused, and it is named', async () => {
  await fc.assert(
    fc.asyncProperty(legalRules(), async (given) => {
      await desk.pool.query('delete from automation_rules');
      const made = await create(given);
      expect(made.status, JSON.stringify([given, made.body])).toBe(200);
      expect((await list(given.type))[0]).toMatchObject({ ...given, rules: expect.anything() });
      expect((await list(given.type))[0]!.rules).toEqual(given.rules);
      for (const path of places(given)) {
        const { status, body: answer } = await create(corrupted(given, path));
        const named = Object.keys(answer.data ?? {});
        expect([path, status]).toEqual([path, 400]);
        expect(
          named.some((field) => path.join('.').startsWith(field)),
          `${path.join('.')}: ${named}`,
        ).toBe(true);
      }
    }),
    { numRuns: 15 },
  );
}, 120_000);
