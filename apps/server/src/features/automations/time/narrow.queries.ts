import type { RuleBody, RuleCondition } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The instants of a conversation that conditions count hours from. */
export const hourColumns = {
  hours_since_created: 'created_at',
  hours_since_first_reply: 'first_reply_at',
  hours_since_last_reply: 'last_reply_at',
  hours_since_resolved: 'resolved_at',
} as const;
export type HourField = keyof typeof hourColumns;
export type HourColumn = (typeof hourColumns)[HourField];

const idColumns = {
  status: 'status_id',
  priority: 'priority_id',
  assigned_team: 'assigned_team_id',
  assigned_user: 'assigned_user_id',
  inbox: 'inbox_id',
} as const;

const hourMs = 3600_000;
const mostHours = 10_000_000;
/** Columns hold microseconds, of which the evaluator sees milliseconds. */
const slackMs = 1;

/**
 * Conditions as a predicate on `conversations` that every conversation fulfils for which the rule holds at `now`. Others may fulfil
 * it too: what SQL cannot judge counts as true, and `evaluateRule` has the last word.
 */
export function canMatch(body: RuleBody, now: Date): RawBuilder<SqlBool> {
  const groups = body.groups
    .filter(({ rules }) => rules.length > 0)
    .map(({ logical_op, rules }) =>
      joined(
        logical_op,
        rules.map((condition) => conditionCanMatch(condition, now)),
      ),
    );
  return groups.length === 0 ? sql`true` : joined(body.group_operator, groups);
}

function joined(operator: 'AND' | 'OR', parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`(${sql.join(parts, operator === 'AND' ? sql` and ` : sql` or `)})`;
}

function conditionCanMatch(condition: RuleCondition, now: Date): RawBuilder<SqlBool> {
  const { field, field_type } = condition;
  if (field_type !== 'conversation') return sql`true`;
  if (isHourField(field)) return hoursCanMatch(hourColumns[field], condition, now);
  return Object.hasOwn(idColumns, field)
    ? idCanMatch(idColumns[field as keyof typeof idColumns], condition)
    : sql`true`;
}

function hoursCanMatch(name: HourColumn, { operator, value }: RuleCondition, now: Date): RawBuilder<SqlBool> {
  const column = sql.ref(`conversations.${name}`);
  const hours = hoursOf(value);
  if (operator === 'set') return sql`${column} is not null`;
  if (operator === 'not set') return sql`${column} is null`;
  if (hours === null) return sql`true`;
  // Negative hours do not exist: what lies ahead counts as none.
  const atLeast = (count: number) =>
    count <= 0 ? sql<SqlBool>`${column} is not null` : sql<SqlBool>`${column} < ${at(now, count, slackMs)}`;
  const lessThan = (count: number) => sql<SqlBool>`${column} > ${at(now, count, -slackMs)}`;
  switch (operator) {
    case 'greater than':
      return atLeast(Math.floor(hours) + 1);
    case 'less than':
      return lessThan(Math.ceil(hours));
    case 'equals':
      return sql`(${atLeast(hours)} and ${lessThan(hours + 1)})`;
    default:
      return sql`true`;
  }
}

/** So many hours before `now`, and a little. */
function at(now: Date, hours: number, moreMs = 0): Date {
  return new Date(now.getTime() - hours * hourMs + moreMs);
}

function idCanMatch(name: (typeof idColumns)[keyof typeof idColumns], { operator, value }: RuleCondition) {
  const column = sql.ref(`conversations.${name}`);
  const id = /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;
  switch (operator) {
    case 'set':
      return sql<SqlBool>`${column} is not null`;
    case 'not set':
      return sql<SqlBool>`${column} is null`;
    case 'equals':
      return id === null ? sql<SqlBool>`true` : sql<SqlBool>`${column} = ${id}`;
    case 'not equals':
      return id === null ? sql<SqlBool>`true` : sql<SqlBool>`${column} is distinct from ${id}`;
    default:
      return sql<SqlBool>`true`;
  }
}

/** An hour at which a condition can change its mind: so long after the instant in `column`. */
export interface Boundary {
  column: HourColumn;
  hours: number;
}

/** All of them in a rule, each once. Whole hours count, so a number lies between two of them. */
export function boundariesOf(body: RuleBody): Boundary[] {
  const found = new Map<string, Boundary>();
  for (const { field, field_type, value } of body.groups.flatMap(({ rules }) => rules)) {
    const hours = hoursOf(value);
    if (field_type !== 'conversation' || !isHourField(field) || hours === null) continue;
    for (const at of [Math.floor(hours), Math.floor(hours) + 1]) {
      found.set(`${field} ${at}`, { column: hourColumns[field], hours: at });
    }
  }
  return [...found.values()];
}

/** The longest time that a rule asks for, in milliseconds. */
export function longestWait(body: RuleBody): number {
  return Math.max(0, ...boundariesOf(body).map(({ hours }) => hours)) * hourMs;
}

function isHourField(field: string): field is HourField {
  return Object.hasOwn(hourColumns, field);
}

/** Null for what is no number, and for numbers that no conversation reaches. */
function hoursOf(value: string): number | null {
  const hours = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,4})?$/i.test(value.trim()) ? Number(value) : Number.NaN;
  return Math.abs(hours) <= mostHours ? hours : null;
}
