import type { FilterCondition } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';
import { visibleTo } from '../access.queries.ts';
import { type ConversationFacts, factColumns, factJoins, type Reading } from '../conversation-facts.queries.ts';
import { fieldValue, filterPredicate } from './filter.queries.ts';
import type { ListScope } from './scope.ts';
import type { Cursor, Sort, SortField } from './sort.ts';

/** One page of a list: `status_ids` are the statuses that its filter leaves, `conditions` the rest of the filter. */
export interface PageRequest {
  scope: ListScope;
  status_ids: readonly number[];
  conditions: readonly FilterCondition[];
  sort: Sort;
  after: Cursor | null;
  offset: number;
  limit: number;
  /** Rows of other statuses that are known to belong to the list: they are sorted in. */
  further_ids?: readonly number[];
}

/** A row of a page; `sort_text` is its sort value for a cursor. */
export interface PageRow extends ConversationFacts {
  sort_text: string | null;
}

/** Fields with an index per scope, status first; all others are sorted in memory, and no client asks for them. */
const indexed: readonly SortField[] = [
  'conversations.last_message_at',
  'conversations.created_at',
  'conversations.waiting_since',
  'conversations.next_sla_deadline_at',
  'conversations.priority_id',
];
const neverNull: readonly SortField[] = [
  'conversations.last_message_at',
  'conversations.created_at',
  'conversations.status_id',
  'conversations.inbox_id',
  'conversation_statuses.id',
  'conversation_statuses.name',
];

/**
 * Selects the ids of a page first, by index scans that each stop after the page's end, and fetches only those rows. Every status
 * is a scan of its own, because the indexes begin with it; where nulls don't lie at the end of the scan's direction, rows
 * with and without a value are too. The short scans are merged.
 */
export async function listPage(db: Reader, reader: Reading, page: PageRequest): Promise<PageRow[]> {
  const { sort, further_ids = [] } = page;
  const scans = scansOf(page);
  if (further_ids.length > 0) scans.push(further(page, further_ids));
  if (scans.length === 0) return [];
  const order = sql`sort_value ${sql.raw(sort.direction)} ${neverNull.includes(sort.field) ? sql`` : sql`nulls last`},
    id ${sql.raw(sort.direction)}`;
  const { rows } = await sql<PageRow>`
    with page as materialized (
      select id, sort_value from (${sql.join(
        scans.map((scan) => sql`(${scan})`),
        sql` union all `,
      )}) as scans
      order by ${order} limit ${sql.lit(page.limit)} offset ${sql.lit(page.offset)}
    )
    select ${factColumns(reader)}, page.sort_value::text as sort_text
    from page join conversations on conversations.id = page.id ${factJoins(reader)}
    order by page.sort_value ${sql.raw(sort.direction)} nulls last, page.id ${sql.raw(sort.direction)}`.execute(db);
  return rows;
}

/** The exact total of a scope and statuses, from the kept counts and what was appended since: no row of the list is read. */
export async function countKept(db: Reader, scope: ListScope, statusIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(count), 0)::int as count from (
    select count, status_id, assigned_user_id, assigned_team_id from conversation_counts as conversations
    where ${scopePredicate(scope)} and status_id = any(${[...statusIds]}::int[])
    union all
    select delta, status_id, assigned_user_id, assigned_team_id from conversation_count_deltas as conversations
    where ${scopePredicate(scope)} and status_id = any(${[...statusIds]}::int[])) as counts`.execute(db);
  return rows[0]!.count;
}

/** The rows of a scope, in anything called `conversations` that has the assignees. */
export function scopePredicate(scope: ListScope): RawBuilder<SqlBool> {
  switch (scope.kind) {
    case 'assigned':
      return sql`conversations.assigned_user_id = ${scope.user_id}`;
    case 'unassigned':
      return sql`(conversations.assigned_user_id is null and conversations.assigned_team_id is null)`;
    case 'team_unassigned':
      return sql`(conversations.assigned_user_id is null and conversations.assigned_team_id = ${scope.team_id})`;
    case 'all':
      return sql`true`;
    case 'visible':
      return visibleTo(scope.viewer);
  }
}

/** Which rows a scan takes: all, or only those with a sort value, or only those without. */
type Part = 'all' | 'values' | 'nulls';

function scansOf(page: PageRequest): RawBuilder<unknown>[] {
  if (page.status_ids.length === 0) return [];
  const isIndexed = indexed.includes(page.sort.field);
  const statusTests = isIndexed
    ? page.status_ids.map((id) => sql<SqlBool>`conversations.status_id = ${id}`)
    : [sql<SqlBool>`conversations.status_id = any(${[...page.status_ids]}::int[])`];
  return partsOf(page).flatMap((part) => statusTests.map((statusTest) => scanOf(page, part, statusTest, isIndexed)));
}

/** Known rows as a scan of their own, those behind the cursor. */
function further({ sort, after }: PageRequest, ids: readonly number[]): RawBuilder<unknown> {
  return sql`select id, sort_value from (select conversations.id, ${fieldValue(sort.field, sort.type)} as sort_value
    from conversations where conversations.id = any(${ids}::int[])) as known
    where ${after ? isBehind(sort, after) : sql`true`}`;
}

function partsOf({ sort, after }: PageRequest): Part[] {
  if (neverNull.includes(sort.field)) return ['all'];
  if (after?.value === null) return ['nulls'];
  // The indexes have nulls last in the direction that the sort menu uses (see the migration).
  const nullsLieLast = sort.direction === (sort.field === 'conversations.priority_id' ? 'desc' : 'asc');
  return after === null && nullsLieLast ? ['all'] : ['values', 'nulls'];
}

function scanOf(
  page: PageRequest,
  part: Part,
  statusTest: RawBuilder<SqlBool>,
  isIndexed: boolean,
): RawBuilder<unknown> {
  const { scope, sort, after } = page;
  const value = fieldValue(sort.field, sort.type);
  const direction = sql.raw(sort.direction);
  const comparison = sql.raw(sort.direction === 'asc' ? '>' : '<');
  const tests: RawBuilder<unknown>[] = [scopePredicate(scope), statusTest, filterPredicate(page.conditions, 'walked')];
  if (part === 'values') tests.push(sql`${value} is not null`);
  if (part === 'nulls') tests.push(sql`${value} is null`);
  if (after && after.value === null) tests.push(sql`conversations.id ${comparison} ${after.id}`);
  if (after && after.value !== null && part !== 'nulls') {
    tests.push(sql`(${value}, conversations.id) ${comparison} (${cursorValue(sort, after.value)}, ${after.id})`);
  }
  // An index is only read in order when the whole of it is named: "team is null" is no constant to the planner.
  const isForward = sort.direction === (sort.field === 'conversations.priority_id' ? 'desc' : 'asc');
  const prefix =
    isIndexed && scope.kind === 'unassigned'
      ? sql`conversations.assigned_team_id ${sql.raw(isForward ? 'asc' : 'desc')}, `
      : sql``;
  return sql`select conversations.id, ${value} as sort_value from conversations
    where ${sql.join(tests, sql` and `)}
    order by ${prefix}${value} ${direction} ${nullsOf(sort, part)}, conversations.id ${direction}
    limit ${sql.lit(page.offset + page.limit)}`;
}

/** Where the index has its nulls, read in this direction. */
function nullsOf(sort: Sort, part: Part): RawBuilder<unknown> {
  if (neverNull.includes(sort.field)) return sql``;
  if (part === 'all') return sql`nulls last`;
  if (sort.field === 'conversations.priority_id')
    return sql.raw(sort.direction === 'desc' ? 'nulls last' : 'nulls first');
  return sql.raw(sort.direction === 'asc' ? 'nulls last' : 'nulls first');
}

/** Whether a row of `id` and `sort_value` comes after the cursor; rows without a value come last. */
export function isBehind(sort: Sort, after: Cursor): RawBuilder<SqlBool> {
  const comparison = sql.raw(sort.direction === 'asc' ? '>' : '<');
  if (after.value === null) return sql`sort_value is null and id ${comparison} ${after.id}`;
  return sql`((sort_value, id) ${comparison} (${cursorValue(sort, after.value)}, ${after.id}) or sort_value is null)`;
}

/** A cursor's sort value, as the sort's type. */
function cursorValue(sort: Sort, value: string): RawBuilder<unknown> {
  switch (sort.type) {
    case 'number':
      return sql`${value}::int`;
    case 'time':
      return sql`${value}::timestamptz`;
    case 'text':
      return sql`${value}::text`;
  }
}
