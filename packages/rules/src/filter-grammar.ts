import { type FilterOperator, FilterRow, filterOperators } from '@bellhop/contract';
import { timeSpanOf } from './filter-dates.ts';

/**
 * What a field holds; it decides how values are read. `number` is a whole number such as an id, `decimal` any number, `time` an
 * instant, `day` a date of the calendar without a zone, `address` a text without regard to case, `tag` the names of all tags, without
 * regard to case either. A `boolean` that was never set is false.
 */
export type FilterFieldType = 'number' | 'decimal' | 'text' | 'address' | 'time' | 'day' | 'boolean' | 'tag';

/** The fields that may be filtered by, as `model.field`. */
export type FilterFields = Readonly<Record<string, FilterFieldType>>;

/**
 * `from` belongs to the range, unless `excludes_from`; `to` does not, unless `includes_to`; null is no bound. Times are
 * milliseconds since 1970, days yyyymmdd.
 */
export interface FilterRange {
  from: number | null;
  to: number | null;
  excludes_from?: true;
  includes_to?: true;
}

/** What a condition asks of a value. Negated tests hold for null too (settled question 13). An empty text counts as null. */
export type FilterTest =
  | { kind: 'is_null' }
  | { kind: 'is_not_null' }
  | { kind: 'one_of'; values: readonly (number | string | boolean)[]; negated: boolean }
  | { kind: 'in_range'; ranges: readonly FilterRange[]; negated: boolean }
  | { kind: 'contains'; text: string; negated: boolean };

/** One parsed row; all rows of a filter must hold. */
export interface FilterCondition {
  /** `model.field` */
  field: string;
  type: FilterFieldType;
  test: FilterTest;
}

/** The conditions, or which member of which row is wrong and why. */
export type ParsedFilter = { ok: true; conditions: FilterCondition[] } | { ok: false; field: string; reason: string };

export interface FilterRules {
  fields: FilterFields;
  /** Zone of dates and of times without one. */
  zone: string;
  /** Rows without field or operator: lists skip them, a view that is saved refuses them (settled question 13). */
  blank_rows: 'skip' | 'refuse';
}

const mostRows = 50;
const mostValues = 100;
/** Longest value of a row, lists included. */
const longestValue = 20_000;
const largestNumber = 2_147_483_647;

/** Parses the JSON text of a list's `filters`; absent and empty text are no filter. */
export function parseFilterText(text: string | undefined, rules: FilterRules): ParsedFilter {
  if (text === undefined || text.trim() === '') return { ok: true, conditions: [] };
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return { ok: false, field: 'filters', reason: 'it is not JSON' };
  }
  return parseFilterRows(rows, rules);
}

/** Parses rows as they come in a request or lie in a saved view. */
export function parseFilterRows(given: unknown, rules: FilterRules): ParsedFilter {
  const parsed = FilterRow.array().max(mostRows).safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const path = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
    return { ok: false, field: `filters${path}`, reason: issue.message };
  }
  const conditions: FilterCondition[] = [];
  for (const [index, row] of parsed.data.entries()) {
    if ((!row.field || !row.operator) && rules.blank_rows === 'skip') continue;
    try {
      conditions.push(parseRow(row, rules));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ok: false, field: `filters[${index}].${error.member}`, reason: error.reason };
    }
  }
  return { ok: true, conditions };
}

/** Why a row is refused; never leaves this file. */
class Refusal extends Error {
  readonly member: 'model' | 'field' | 'operator' | 'value';
  readonly reason: string;

  constructor(member: 'model' | 'field' | 'operator' | 'value', reason: string) {
    super(reason);
    this.member = member;
    this.reason = reason;
  }
}

function parseRow(row: FilterRow, rules: FilterRules): FilterCondition {
  if (!row.field) throw new Refusal('field', 'it is missing');
  if (!row.operator) throw new Refusal('operator', 'it is missing');
  const field = `${row.model || 'conversations'}.${row.field}`;
  const type = Object.hasOwn(rules.fields, field) ? rules.fields[field] : undefined;
  if (!type) {
    const isModelKnown = Object.keys(rules.fields).some((known) => known.startsWith(`${row.model}.`));
    throw new Refusal(row.model && !isModelKnown ? 'model' : 'field', 'it cannot be filtered by');
  }
  const operator = row.operator as FilterOperator;
  if (!filterOperators.includes(operator)) throw new Refusal('operator', 'there is no such operator');
  return { field, type, test: parseTest(operator, type, valueText(row.value), rules.zone) };
}

function valueText(value: FilterRow['value']): string {
  const text = value === null || value === undefined ? '' : String(value).trim();
  if (text.length > longestValue) throw new Refusal('value', `it is longer than ${longestValue} characters`);
  // No column can hold it, so no row can be asked for it.
  if (text.includes('\u0000')) throw new Refusal('value', 'it holds a NUL character');
  return text;
}

function parseTest(operator: FilterOperator, type: FilterFieldType, text: string, zone: string): FilterTest {
  switch (operator) {
    case 'set':
    case 'not set':
      if (type === 'boolean') throw new Refusal('operator', 'it is always either true or false');
      return { kind: operator === 'set' ? 'is_not_null' : 'is_null' };
    case 'equals':
    case 'not equals':
      return oneOf([text], type, zone, operator === 'not equals');
    case 'in':
      return oneOf(parseList(text), type, zone, false);
    case 'ilike':
    case 'contains':
    case 'not contains':
      if (type !== 'text' && type !== 'address') throw new Refusal('operator', 'only a text can contain something');
      if (text === '') throw new Refusal('value', 'it is missing');
      return { kind: 'contains', text, negated: operator === 'not contains' };
    case 'between': {
      const ends = text.split(',').map((end) => end.trim());
      if (ends.length !== 2) throw new Refusal('value', 'it must be two values with a comma between');
      const [first, last] = ends.map((end) => span(end, type, zone)) as [FilterRange, FilterRange];
      return { kind: 'in_range', ranges: [{ ...last, from: first.from }], negated: false };
    }
    case 'greater than': {
      const { to, includes_to } = span(text, type, zone);
      return {
        kind: 'in_range',
        ranges: [{ from: to, to: null, ...(includes_to && { excludes_from: true }) }],
        negated: false,
      };
    }
    case 'less than':
      return { kind: 'in_range', ranges: [{ from: null, to: span(text, type, zone).from }], negated: false };
  }
}

function oneOf(texts: string[], type: FilterFieldType, zone: string, negated: boolean): FilterTest {
  switch (type) {
    case 'number':
      return { kind: 'one_of', values: texts.map(parseNumber), negated };
    case 'decimal':
      return { kind: 'one_of', values: texts.map(parseDecimal), negated };
    case 'day':
      return { kind: 'one_of', values: texts.map(parseDay), negated };
    case 'boolean':
      return { kind: 'one_of', values: texts.map(parseBoolean), negated };
    case 'time':
      return { kind: 'in_range', ranges: texts.map((text) => span(text, type, zone)), negated };
    case 'text':
    case 'address':
    case 'tag': {
      if (texts.includes('')) throw new Refusal('value', 'it is missing');
      const values = type === 'text' ? texts : texts.map((text) => text.toLowerCase());
      return { kind: 'one_of', values, negated };
    }
  }
}

function parseList(text: string): string[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Refusal('value', 'it must be a JSON array');
  }
  if (!Array.isArray(list) || !list.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) {
    throw new Refusal('value', 'it must be a JSON array of texts');
  }
  if (list.length > mostValues) throw new Refusal('value', `it holds more than ${mostValues} values`);
  return list.map((one) => valueText(one as string | number | boolean));
}

/** What a value covers: a number or day itself, a date of a time field its whole day. */
function span(text: string, type: FilterFieldType, zone: string): FilterRange {
  switch (type) {
    case 'number':
    case 'day': {
      const number = type === 'day' ? parseDay(text) : parseNumber(text);
      return { from: number, to: number + 1 };
    }
    case 'decimal': {
      const number = parseDecimal(text);
      return { from: number, to: number, includes_to: true };
    }
    case 'time': {
      const found = timeSpanOf(text, zone);
      if (!found) throw new Refusal('value', 'it must be a date or time such as 2025-07-31 or 2025-07-31T09:30:00Z');
      return found;
    }
    default:
      throw new Refusal('operator', 'only numbers and dates are greater or less');
  }
}

function parseNumber(text: string): number {
  if (!/^-?\d{1,10}$/.test(text) || Math.abs(Number(text)) > largestNumber) {
    throw new Refusal('value', text === '' ? 'it is missing' : 'it must be a whole number');
  }
  return Number(text);
}

function parseDecimal(text: string): number {
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(text)) {
    throw new Refusal('value', text === '' ? 'it is missing' : 'it must be a number such as 12 or 12.5');
  }
  return Number(text);
}

function parseBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') {
    throw new Refusal('value', text === '' ? 'it is missing' : 'it must be true or false');
  }
  return text === 'true';
}

function parseDay(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || timeSpanOf(text, 'UTC') === null) {
    throw new Refusal('value', text === '' ? 'it is missing' : 'it must be a date such as 2025-07-31');
  }
  return dayNumber(text)!;
}

/** The date that a text begins with as yyyymmdd; null when it begins with none. */
export function dayNumber(text: string): number | null {
  const day = /^([0-9]{4})-([0-9]{2})-([0-9]{2})/.exec(text);
  return day ? Number(day.slice(1).join('')) : null;
}
