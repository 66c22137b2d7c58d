import { describe, expect, test } from 'vitest';
import { builderFields, builderOperators, type FilterableAttribute, filterFieldsWith } from './filter-fields.ts';
import { parseFilterRows, parseFilterText } from './filter-grammar.ts';
import { type FilterValues, matchesFilter } from './filter-match.ts';

const attribute = (
  applies_to: 'contact' | 'conversation',
  key: string,
  data_type: FilterableAttribute['data_type'],
  values: string[] = [],
): FilterableAttribute => ({ applies_to, key, data_type, values, name: key });
const attributes = [
  attribute('conversation', 'order_no', 'text'),
  attribute('conversation', 'weight', 'number'),
  attribute('conversation', 'gift', 'checkbox'),
  attribute('contact', 'since', 'date'),
  attribute('contact', 'tier', 'list', ['gold', 'silver']),
  attribute('contact', 'site', 'link'),
];
const rules = { fields: filterFieldsWith(attributes), zone: 'Europe/Berlin', blank_rows: 'skip' } as const;
const row = (field: string, operator: string, value: unknown = '', model = 'conversations') => ({
  model,
  field,
  operator,
  value,
});

function matches(values: FilterValues, ...rows: unknown[]): boolean {
  const parsed = parseFilterRows(rows, rules);
  if (!parsed.ok) throw new Error(`${parsed.field}: ${parsed.reason}`);
  return matchesFilter(parsed.conditions, values);
}

function refusal(...rows: unknown[]): string {
  const parsed = parseFilterRows(rows, rules);
  return parsed.ok ? '' : parsed.field;
}

describe('operators', () => {
  const priority = (value: number | null) => ({ 'conversations.priority_id': value });
  test.each([
    ['equals', '2', 2, true],
    ['equals', 2, 2, true],
    ['equals', '2', 3, false],
    ['equals', '2', null, false],
    ['not equals', '2', 3, true],
    ['not equals', '2', 2, false],
    ['not equals', '2', null, true],
    ['set', '', 1, true],
    ['set', '', null, false],
    ['not set', '', null, true],
    ['in', '["1","2"]', 2, true],
    ['in', '[1,3]', 2, false],
    ['in', '[]', 2, false],
    ['between', '1, 3', 3, true],
    ['between', '1,2', 3, false],
    ['greater than', '2', 3, true],
    ['greater than', '2', 2, false],
    ['less than', '2', 1, true],
    ['less than', '2', 2, false],
    ['less than', '2', null, false],
  ] as const)('%s %j on %j', (operator, value, stored, expected) => {
    expect(matches(priority(stored), row('priority_id', operator, value))).toBe(expected);
  });

  test.each([
    ['equals', 'Open', true],
    ['equals', 'open', false],
    ['contains', 'PE', true],
    ['ilike', 'pe', true],
    ['contains', '%', false],
    ['not contains', 'pe', false],
    ['not contains', 'x', true],
  ] as const)('%s %j on a status named Open', (operator, value, expected) => {
    expect(
      matches({ 'conversation_statuses.name': 'Open' }, row('name', operator, value, 'conversation_statuses')),
    ).toBe(expected);
  });

  const at = (time: string) => ({ 'conversations.created_at': new Date(time) });
  test.each([
    ['equals', '2025-07-01', '2025-06-30T22:00:00Z', true],
    ['equals', '2025-07-01', '2025-07-01T22:00:00Z', false],
    ['not equals', '2025-07-01', '2025-07-01T22:00:00Z', true],
    ['greater than', '2025-07-01', '2025-07-01T21:59:59.999Z', false],
    ['greater than', '2025-07-01', '2025-07-01T22:00:00Z', true],
    ['less than', '2025-07-01', '2025-06-30T21:59:59.999Z', true],
    ['less than', '2025-07-01', '2025-06-30T22:00:00Z', false],
    ['between', '2025-07-01,2025-07-02', '2025-07-02T21:59:59Z', true],
    ['between', '2025-07-01,2025-07-02', '2025-07-02T22:00:00Z', false],
    ['in', '["2025-07-01","2025-07-03"]', '2025-07-03T10:00:00Z', true],
    ['greater than', '2025-07-01T10:00:00Z', '2025-07-01T10:00:00.001Z', true],
    ['greater than', '2025-07-01T10:00:00Z', '2025-07-01T10:00:00Z', false],
  ] as const)('created_at %s %s on %s in Berlin', (operator, value, stored, expected) => {
    expect(matches(at(stored), row('created_at', operator, value))).toBe(expected);
  });

  test.each([
    ['equals', 'VIP', ['vip', 'refund'], true],
    ['equals', 'vip', ['refund'], false],
    ['not equals', 'vip', ['refund'], true],
    ['not equals', 'vip', [], true],
    ['not equals', 'vip', ['Vip'], false],
    ['in', '["vip","damaged"]', ['damaged'], true],
    ['in', '[]', ['damaged'], false],
    ['set', '', ['damaged'], true],
    ['set', '', [], false],
    ['not set', '', [], true],
  ] as const)('tags %s %j on %j', (operator, value, stored, expected) => {
    expect(matches({ 'conversations.tags': stored }, row('tags', operator, value))).toBe(expected);
  });

  test.each([
    ['weight', 'equals', '12.5', 12.5, true],
    ['weight', 'equals', '12.50', 12.5, true],
    ['weight', 'not equals', '12.5', null, true],
    ['weight', 'greater than', '12.5', 12.5, false],
    ['weight', 'greater than', '12.5', 12.500001, true],
    ['weight', 'less than', '-1', -1.5, true],
    ['weight', 'less than', '3', null, false],
    ['weight', 'between', '1.5,2.5', 2.5, true],
    ['weight', 'between', '1.5,2.5', 2.6, false],
    ['weight', 'set', '', '', false],
    ['gift', 'equals', 'true', true, true],
    ['gift', 'equals', false, null, true],
    ['gift', 'not equals', 'true', undefined, true],
    ['gift', 'not equals', 'false', true, true],
    ['order_no', 'contains', 'a-9', 'A-91', true],
    ['order_no', 'not set', '', '', true],
  ] as const)('attribute %s %s %j on %j', (key, operator, value, stored, expected) => {
    const values = { [`conversation_attributes.${key}`]: stored };
    expect(matches(values, row(key, operator, value, 'conversation_attributes'))).toBe(expected);
  });

  test.each([
    ['since', 'equals', '2025-07-31', '2025-07-31', true],
    ['since', 'equals', '2025-07-31', '2025-07-31T10:00:00Z', true],
    ['since', 'greater than', '2025-07-31', '2025-08-01', true],
    ['since', 'greater than', '2025-07-31', '2025-07-31', false],
    ['since', 'less than', '2025-07-31', '2025-07-30', true],
    ['since', 'between', '2025-07-01,2025-07-31', '2025-07-31', true],
    ['since', 'set', '', 'soon', false],
    ['tier', 'equals', 'gold', 'gold', true],
    ['tier', 'not equals', 'gold', null, true],
    ['site', 'ilike', 'EXAMPLE', 'https://shop.example', true],
  ] as const)("the contact's attribute %s %s %j on %j", (key, operator, value, stored, expected) => {
    const values = { [`contact_attributes.${key}`]: stored };
    expect(matches(values, row(key, operator, value, 'contact_attributes'))).toBe(expected);
  });

  test('an address is compared without regard to case', () => {
    const values = { 'contacts.email': 'Mina@mail.example' };
    expect(matches(values, row('email', 'equals', 'mina@MAIL.example', 'contacts'))).toBe(true);
    expect(matches(values, row('email', 'in', '["MINA@mail.example"]', 'contacts'))).toBe(true);
    expect(matches(values, row('email', 'not equals', 'mina@mail.example', 'contacts'))).toBe(false);
  });

  test('all rows must hold', () => {
    const both = [row('status_id', 'equals', '1'), row('inbox_id', 'equals', '2')];
    expect(matches({ 'conversations.status_id': 1, 'conversations.inbox_id': 2 }, ...both)).toBe(true);
    expect(matches({ 'conversations.status_id': 1, 'conversations.inbox_id': 3 }, ...both)).toBe(false);
  });
});

describe('bad rows are named', () => {
  test.each([
    [[row('initiator', 'equals', 'x')], 'filters[0].field'],
    [[row('order_no', 'equals', 'x')], 'filters[0].field'],
    [[row('order_no', 'equals', 'x', 'contact_attributes')], 'filters[0].field'],
    [[row('subject', 'greater than', 'x')], 'filters[0].operator'],
    [[row('tags', 'contains', 'x')], 'filters[0].operator'],
    [[row('subject', 'equals', 'a\u0000')], 'filters[0].value'],
    [[row('subject', 'equals', 'a'.repeat(20_001))], 'filters[0].value'],
    [[row('weight', 'equals', '1e3', 'conversation_attributes')], 'filters[0].value'],
    [[row('gift', 'equals', 'yes', 'conversation_attributes')], 'filters[0].value'],
    [[row('gift', 'set', '', 'conversation_attributes')], 'filters[0].operator'],
    [[row('since', 'less than', '2025-02-30', 'contact_attributes')], 'filters[0].value'],
    [[row('since', 'equals', '2025-02-03T10:00:00Z', 'contact_attributes')], 'filters[0].value'],
    [[row('constructor', 'equals', 'x')], 'filters[0].field'],
    [[row('name', 'equals', 'x', 'users')], 'filters[0].model'],
    [[row('status_id', 'like', 'x')], 'filters[0].operator'],
    [[row('status_id', 'equals', '')], 'filters[0].value'],
    [[row('status_id', 'equals', 'Open')], 'filters[0].value'],
    [[row('status_id', 'equals', '99999999999')], 'filters[0].value'],
    [[row('status_id', 'contains', '1')], 'filters[0].operator'],
    [[row('name', 'greater than', 'a', 'conversation_statuses')], 'filters[0].operator'],
    [[row('status_id', 'in', '1,2')], 'filters[0].value'],
    [[row('status_id', 'in', '[null]')], 'filters[0].value'],
    [[row('status_id', 'between', '1')], 'filters[0].value'],
    [[row('created_at', 'equals', 'yesterday')], 'filters[0].value'],
    [[row('status_id', 'set'), row('status_id', 'equals', 'x')], 'filters[1].value'],
    [[row('status_id', 'equals', { a: 1 })], 'filters[0].value'],
    [['x'], 'filters[0]'],
  ])('%j', (rows, field) => {
    expect(refusal(...rows)).toBe(field);
  });

  test('limits of rows and values', () => {
    expect(refusal(...Array.from({ length: 51 }, () => row('status_id', 'set')))).toBe('filters');
    expect(refusal(row('status_id', 'in', JSON.stringify(Array.from({ length: 101 }, (_, i) => i))))).toBe(
      'filters[0].value',
    );
  });

  test('text that is no JSON', () => {
    expect(parseFilterText('[{', rules)).toEqual({ ok: false, field: 'filters', reason: 'it is not JSON' });
    expect(parseFilterText('{}', rules).ok).toBe(false);
    expect(parseFilterText('', rules)).toEqual({ ok: true, conditions: [] });
    expect(parseFilterText(undefined, rules)).toEqual({ ok: true, conditions: [] });
  });

  test('blank rows are skipped in lists and refused in saved views', () => {
    const blank = [{ model: 'conversations', field: '', operator: '', value: '' }, { field: 'status_id' }];
    expect(parseFilterRows(blank, rules)).toEqual({ ok: true, conditions: [] });
    expect(parseFilterRows(blank, { ...rules, blank_rows: 'refuse' })).toMatchObject({ field: 'filters[0].field' });
  });
});

describe('the builder', () => {
  const samples = {
    select: '1',
    tag: 'vip',
    text: 'lamp',
    richtext: 'lamp',
    number: '12',
    boolean: 'true',
    date: '2025-07-31',
  } as const;

  test('offers nothing that the grammar refuses', () => {
    const fields = builderFields(attributes);
    for (const { model, field, type, values } of fields) {
      for (const operator of builderOperators[type]) {
        expect(refusal(row(field, operator, values?.[0] ?? samples[type], model))).toBe('');
      }
    }
    expect(new Set(fields.map(({ model, field }) => `${model}.${field}`)).size).toBe(fields.length);
  });

  test('offers attributes as what they are', () => {
    const own = builderFields(attributes).filter(({ name }) => name !== undefined);
    expect(own.map(({ model, field, type, values }) => [model, field, type, values])).toEqual([
      ['conversation_attributes', 'order_no', 'text', undefined],
      ['conversation_attributes', 'weight', 'number', undefined],
      ['conversation_attributes', 'gift', 'boolean', undefined],
      ['contact_attributes', 'since', 'date', undefined],
      ['contact_attributes', 'tier', 'select', ['gold', 'silver']],
      ['contact_attributes', 'site', 'text', undefined],
    ]);
  });
});
