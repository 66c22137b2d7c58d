import {
  dayNumber,
  type FilterCondition,
  type FilterFieldType,
  type FilterRange,
  type FilterTest,
} from './filter-grammar.ts';

/** A row's values by `model.field`, attributes as they are stored, tags as their names; a missing one counts as null. */
export type FilterValues = Readonly<Record<string, unknown>>;

/** Whether a row passes every condition. The SQL twin is the server's `filter.queries.ts`; a property test compares them. */
export function matchesFilter(conditions: readonly FilterCondition[], row: FilterValues): boolean {
  return conditions.every(({ field, type, test }) =>
    type === 'tag'
      ? tagsPass((row[field] ?? []) as readonly string[], test)
      : passes(comparable(row[field], type), test),
  );
}

type Comparable = number | string | boolean | null;

/** A value as its type compares it. What an attribute holds of another type than its definition's counts as null. */
function comparable(value: unknown, type: FilterFieldType): Comparable {
  if (type === 'boolean') return value === true;
  if (value === null || value === undefined || value === '') return null;
  switch (type) {
    case 'decimal':
      return typeof value === 'number' ? value : null;
    case 'day':
      return dayNumber(String(value));
    case 'time':
    case 'number':
      return Number(value);
    case 'address':
      return String(value).toLowerCase();
    default:
      return String(value);
  }
}

function passes(value: Comparable, test: FilterTest): boolean {
  switch (test.kind) {
    case 'is_null':
      return value === null;
    case 'is_not_null':
      return value !== null;
    case 'one_of':
      return value === null ? test.negated : test.values.includes(value) !== test.negated;
    case 'contains':
      return value === null
        ? test.negated
        : String(value).toLowerCase().includes(test.text.toLowerCase()) !== test.negated;
    case 'in_range':
      return value === null
        ? test.negated
        : test.ranges.some((range) => isInside(Number(value), range)) !== test.negated;
  }
}

function isInside(number: number, { from, to, excludes_from, includes_to }: FilterRange): boolean {
  const isAfter = from === null || number > from || (number === from && !excludes_from);
  const isBefore = to === null || number < to || (number === to && includes_to === true);
  return isAfter && isBefore;
}

function tagsPass(tags: readonly string[], test: FilterTest): boolean {
  switch (test.kind) {
    case 'is_null':
      return tags.length === 0;
    case 'is_not_null':
      return tags.length > 0;
    case 'one_of':
      return tags.some((tag) => test.values.includes(tag.toLowerCase())) !== test.negated;
    default:
      throw new Error(`tags cannot be asked for ${test.kind}`);
  }
}
