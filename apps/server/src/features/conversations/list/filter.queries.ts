import type { FilterCondition, FilterTest } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Parsed conditions as a predicate on `conversations`, the twin of `matchesFilter`. Field names come out of an allow list, never
 * out of a request.
 */
export function filterPredicate(conditions: readonly FilterCondition[]): RawBuilder<SqlBool> {
  if (conditions.length === 0) return sql`true`;
  const tests = conditions.map(({ field, type, test }) => testOf(fieldValue(field), type, test));
  return sql`(${sql.join(tests, sql` and `)})`;
}

/** The value of `model.field` in a row of `conversations`. */
export function fieldValue(field: string): RawBuilder<unknown> {
  if (field === 'conversation_statuses.id') return sql`conversations.status_id`;
  if (field === 'conversation_statuses.name') {
    return sql`(select name from conversation_statuses where id = conversations.status_id)`;
  }
  return sql.ref(field);
}

function testOf(value: RawBuilder<unknown>, type: FilterCondition['type'], test: FilterTest): RawBuilder<SqlBool> {
  switch (test.kind) {
    case 'is_null':
      return sql`${value} is null`;
    case 'is_not_null':
      return sql`${value} is not null`;
    case 'one_of': {
      const values = type === 'number' ? sql`${test.values}::int[]` : sql`${test.values}::text[]`;
      // A single value is compared plainly: only so an index gives its order as well.
      const isOne = test.values.length === 1;
      return negatable(isOne ? sql`${value} = ${test.values[0]}` : sql`${value} = any(${values})`, test.negated);
    }
    case 'contains':
      return negatable(sql`${value} ilike ${`%${test.text.replace(/[\\%_]/g, '\\$&')}%`}`, test.negated);
    case 'in_range': {
      const bound = (limit: number) => (type === 'time' ? sql`${new Date(limit)}::timestamptz` : sql`${limit}::bigint`);
      const spans = test.ranges.map(({ from, to }) => {
        const ends = [
          ...(from === null ? [] : [sql`${value} >= ${bound(from)}`]),
          ...(to === null ? [] : [sql`${value} < ${bound(to)}`]),
        ];
        return sql`(${sql.join(ends, sql` and `)})`;
      });
      return negatable(spans.length === 0 ? sql`false` : sql`(${sql.join(spans, sql` or `)})`, test.negated);
    }
  }
}

/** Null makes a test unknown: a negated one shall hold then, a plain one not (settled question 13). */
function negatable(test: RawBuilder<unknown>, negated: boolean): RawBuilder<SqlBool> {
  return negated ? sql`(${test}) is not true` : sql`(${test})`;
}
