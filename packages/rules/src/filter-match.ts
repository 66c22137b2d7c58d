import type { FilterCondition, FilterTest } from './filter-grammar.ts';

/** A row's values by `model.field`; a missing one counts as null. */
export type FilterValues = Readonly<Record<string, number | string | Date | null | undefined>>;

/** Whether a row passes every condition. The SQL twin is the server's `filter.queries.ts`; a property test compares them. */
export function matchesFilter(conditions: readonly FilterCondition[], row: FilterValues): boolean {
  return conditions.every(({ field, test }) => passes(row[field] ?? null, test));
}

function passes(value: number | string | Date | null, test: FilterTest): boolean {
  switch (test.kind) {
    case 'is_null':
      return value === null;
    case 'is_not_null':
      return value !== null;
    case 'one_of':
      return value === null ? test.negated : test.values.includes(value as number | string) !== test.negated;
    case 'contains':
      return value === null
        ? test.negated
        : String(value).toLowerCase().includes(test.text.toLowerCase()) !== test.negated;
    case 'in_range': {
      if (value === null) return test.negated;
      const number = Number(value);
      const isInside = test.ranges.some(
        ({ from, to }) => (from === null || number >= from) && (to === null || number < to),
      );
      return isInside !== test.negated;
    }
  }
}
