import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';
import { factColumns, factJoins, type Reading } from '../conversation-facts.queries.ts';
import { fieldValue, filterPredicate } from './filter.queries.ts';
import { cursorValue, type PageRequest, type PageRow, scopePredicate } from './list.queries.ts';
import type { ListFilter } from './read-filter.ts';
import type { ListScope } from './scope.ts';
import type { Sort } from './sort.ts';

/**
 * What matches a filter, found up to `most`: how many, and the ids of the page in its order. The ids mean nothing when `count`
 * reaches `most`.
 */
export async function findMatched(
  db: Reader,
  page: PageRequest,
  most: number,
): Promise<{ count: number; ids: number[] }> {
  if (page.status_ids.length === 0) return { count: 0, ids: [] };
  const { sort, after, offset, limit } = page;
  const direction = sql.raw(sort.direction);
  const slice = sql`[${sql.lit(offset + 1)}:${sql.lit(offset + limit)}]`;
  const { rows } = await sql<{ count: number; ids: number[] }>`
    select count(*)::int as count, coalesce((array_agg(id order by sort_value ${direction} nulls last, id ${direction})
      filter (where ${after ? isBehind(sort, after) : sql`true`}))${slice}, '{}') as ids
    from (select conversations.id, ${fieldValue(sort.field, sort.type)} as sort_value
      from conversations where ${matching(page)} limit ${sql.lit(most)}) as matched`.execute(db);
  return rows[0]!;
}

/** The rows of these ids in the order given. */
export async function rowsById(db: Reader, reader: Reading, ids: readonly number[], sort: Sort): Promise<PageRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PageRow>`
    select ${factColumns(reader)}, ${fieldValue(sort.field, sort.type)}::text as sort_text
    from unnest(${ids}::int[]) with ordinality as page(id, place)
    join conversations on conversations.id = page.id ${factJoins(reader)}
    order by page.place`.execute(db);
  return rows;
}

/** Those of some conversations, by uuid, that a scope and filter show. */
export async function findMatching(
  db: Reader,
  reader: Reading,
  request: ListFilter & { scope: ListScope; uuids: readonly string[] },
): Promise<PageRow[]> {
  if (request.uuids.length === 0 || request.status_ids.length === 0) return [];
  const { rows } = await sql<PageRow>`
    select ${factColumns(reader)}, null as sort_text from conversations ${factJoins(reader)}
    where conversations.uuid = any(${request.uuids}::uuid[]) and ${matching(request)}`.execute(db);
  return rows;
}

function matching(request: ListFilter & { scope: ListScope }): RawBuilder<unknown> {
  return sql`${scopePredicate(request.scope)} and conversations.status_id = any(${request.status_ids}::int[])
    and ${filterPredicate(request.conditions)}`;
}

/** Whether a matched row comes after the cursor; rows without a value come last. */
function isBehind(sort: Sort, after: NonNullable<PageRequest['after']>): RawBuilder<unknown> {
  const comparison = sql.raw(sort.direction === 'asc' ? '>' : '<');
  if (after.value === null) return sql`sort_value is null and id ${comparison} ${after.id}`;
  return sql`(sort_value, id) ${comparison} (${cursorValue(sort, after.value)}, ${after.id}) or sort_value is null`;
}
