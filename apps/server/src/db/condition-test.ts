import type { FilterCondition, FilterRange, FilterTest } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

type Type = FilterCondition['type'];

/** A condition's test on a value, negation included. */
export function conditionTest(value: RawBuilder<unknown>, type: Type, test: FilterTest): RawBuilder<SqlBool> {
  const plain = plainTest(value, type, test);
  // Null makes a test unknown: a negated one shall hold then, a plain one not (settled question 13).
  return 'negated' in test && test.negated ? sql`(${plain}) is not true` : sql`(${plain})`;
}

/** What an object of attributes holds under a key, as its definition's type; null when that is something else. */
export function attributeValue(object: RawBuilder<unknown>, key: string, type: Type): RawBuilder<unknown> {
  const text = sql`(${object} ->> ${key}::text)`;
  switch (type) {
    case 'decimal':
      return sql`case when jsonb_typeof(${object} -> ${key}::text) = 'number' then ${text}::numeric end`;
    case 'boolean':
      return sql`coalesce(${object} -> ${key}::text = 'true'::jsonb, false)`;
    case 'day':
      return sql`case when ${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then replace(left(${text}, 10), '-', '')::int end`;
    default:
      return text;
  }
}

/** The test without its negation. */
export function plainTest(value: RawBuilder<unknown>, type: Type, test: FilterTest): RawBuilder<SqlBool> {
  const isText = type === 'text' || type === 'address';
  switch (test.kind) {
    case 'is_null':
      return isText ? sql`(${value} <> '') is not true` : sql`${value} is null`;
    case 'is_not_null':
      return isText ? sql`${value} <> ''` : sql`${value} is not null`;
    case 'one_of':
      // A single value is compared plainly: only so an index gives its order as well.
      return test.values.length === 1
        ? sql`${value} = ${single(type, test.values[0]!)}`
        : sql`${value} = any(${listOf(type, test.values)})`;
    case 'contains':
      return sql`${value} ${type === 'address' ? sql`like` : sql`ilike`} ${containing(type, test.text)}`;
    case 'in_range': {
      const spans = test.ranges.map((range) => rangeTest(value, type, range));
      return spans.length === 0 ? sql`false` : sql`(${sql.join(spans, sql` or `)})`;
    }
  }
}

function single(type: Type, value: number | string | boolean): RawBuilder<unknown> {
  return type === 'decimal' ? sql`${String(value)}::numeric` : sql`${value}`;
}

function listOf(type: Type, values: readonly (number | string | boolean)[]): RawBuilder<unknown> {
  switch (type) {
    case 'number':
    case 'day':
      return sql`${values}::int[]`;
    case 'decimal':
      return sql`${values.map(String)}::numeric[]`;
    case 'boolean':
      return sql`${values}::bool[]`;
    default:
      return sql`${values}::text[]`;
  }
}

function containing(type: Type, text: string): string {
  const escaped = (type === 'address' ? text.toLowerCase() : text).replace(/[\\%_]/g, '\\$&');
  return `%${escaped}%`;
}

function rangeTest(value: RawBuilder<unknown>, type: Type, range: FilterRange): RawBuilder<unknown> {
  const bound = (limit: number) => {
    if (type === 'time') return sql`${new Date(limit)}::timestamptz`;
    return type === 'decimal' ? sql`${String(limit)}::numeric` : sql`${limit}::bigint`;
  };
  const { from, to } = range;
  const ends = [
    ...(from === null ? [] : [sql`${value} ${range.excludes_from ? sql`>` : sql`>=`} ${bound(from)}`]),
    ...(to === null ? [] : [sql`${value} ${range.includes_to ? sql`<=` : sql`<`} ${bound(to)}`]),
  ];
  return sql`(${sql.join(ends, sql` and `)})`;
}
