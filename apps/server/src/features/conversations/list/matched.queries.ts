import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';
import { factColumns, factJoins, type Reading } from '../conversation-facts.queries.ts';
import { fieldValue, filterPredicate } from './filter.queries.ts';
import { isBehind, type PageRequest, type PageRow, scopePredicate } from './list.queries.ts';
import type { ListFilter } from './read-filter.ts';
import type { ListScope } from './scope.ts';
import type { Sort } from './sort.ts';

/** What matches a filter, found up to a bound. */
export interface Matched {
  count: number;
  /** Of these, by status id. */
  by_status: ReadonlyMap<number, number>;
  /** The ids of the page in its order; they mean nothing when the bound was reached. */
  ids: number[];
}

/** Finds what matches a filter, up to `most` rows, by whatever way the planner thinks best. */
export async function findMatched(db: Reader, page: PageRequest, most: number): Promise<Matched> {
  if (page.status_ids.length === 0) return { count: 0, by_status: new Map(), ids: [] };
  const { sort, after, offset, limit } = page;
  const direction = sql.raw(sort.direction);
  const slice = sql`[${sql.lit(offset + 1)}:${sql.lit(offset + limit)}]`;
  const perStatus = page.status_ids.map((id) => sql`count(*) filter (where status_id = ${id})`);
  const { rows } = await sql<{ counts: number[]; ids: number[] }>`
    select array[${sql.join(perStatus)}]::int[] as counts,
      coalesce((array_agg(id order by sort_value ${direction} nulls last, id ${direction})
        filter (where ${after ? isBehind(sort, after) : sql`true`}))${slice}, '{}') as ids
    from (select conversations.id, conversations.status_id, ${fieldValue(sort.field, sort.type)} as sort_value
      from conversations where ${matching(page)} limit ${sql.lit(most)}) as matched`.execute(db);
  const { counts, ids } = rows[0]!;
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    by_status: new Map(page.status_ids.map((id, index) => [id, counts[index]!])),
    ids,
  };
}

/** Per status the ids of all that match, or null where there are more than `most`. */
export async function findSparse(
  db: Reader,
  request: ListFilter & { scope: ListScope },
  most: number,
): Promise<(number[] | null)[]> {
  if (request.status_ids.length === 0) return [];
  const found = request.status_ids.map(
    (id) => sql`array(select conversations.id from conversations
      where ${matching({ ...request, status_ids: [id] })} limit ${sql.lit(most + 1)})`,
  );
  const { rows } = await sql<Record<string, number[]>>`select ${sql.join(
    found.map((ids, index) => sql`${ids} as ${sql.ref(`status_${index}`)}`),
  )}`.execute(db);
  return request.status_ids.map((_, index) => {
    const ids = rows[0]![`status_${index}`]!;
    return ids.length > most ? null : ids;
  });
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
