import type { ReportGroup, ReportInterval } from '@bellhop/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import {
  type Dimension,
  dimensions,
  durationCodes,
  factCodes,
  hourlyCodes,
  isDuration,
  openOffset,
  type Pair,
} from './facts.ts';
import type { ReportFilters, ReportRange } from './range.ts';
import { partOf } from './rollups.queries.ts';
import type { Quantiles, TallyRow } from './tally.ts';

/**
 * What rows are put together by: a group's ids (0: none), of contacts those of some alone, or the first days of an interval's parts; null for
 * all of them.
 */
export type Grouping =
  | { by: Exclude<ReportGroup, 'contact'> }
  | { by: 'contact'; ids: readonly number[] }
  | { interval: ReportInterval }
  | null;
type Keyed<Row> = Row & { key: string };

export interface Counted {
  range: ReportRange;
  filters: ReportFilters;
  business_hours: boolean;
  grouping: Grouping;
}

const codes = Object.values(factCodes);
const list = (numbers: readonly number[]) => sql.raw(numbers.join(', '));
const noKey = sql<string>`''`;

/** The part of an interval that a local day is in; what begins before the range begins with it. */
const partKey = (local: RawBuilder<unknown>, interval: ReportInterval, from: string) =>
  sql<string>`to_char(greatest(date_trunc(${sql.lit(interval)}, ${local}), ${from}::timestamp), 'YYYY-MM-DD')`;

/** The facts of a range that fit the filters, as a condition on `fact`. */
export function isWithin({ from, to, zone, since }: ReportRange, filters: ReportFilters): RawBuilder<unknown> {
  const same = (column: string, id: number | undefined) =>
    id === undefined ? [] : [sql`fact.${sql.ref(column)} = ${id}`];
  return sql.join(
    [
      sql`fact.at >= ${from}::timestamp at time zone ${zone}`,
      sql`fact.at < (${to}::timestamp + interval '1 day') at time zone ${zone}`,
      ...(since === undefined ? [] : [sql`fact.at >= ${since}`]),
      ...same('inbox_id', filters.inbox_id),
      ...same('team_id', filters.team_id),
      ...same('agent_id', filters.agent_id),
      ...same('priority_id', filters.priority_id),
      ...(filters.tag_id === undefined ? [] : [sql`fact.tag_ids @> array[${filters.tag_id}::int]`]),
      ...same('contact_id', filters.contact_id),
    ],
    sql` and `,
  );
}

/** What facts are put together by: text itself, or an id. */
function factKey(grouping: Grouping, { from, zone }: ReportRange): RawBuilder<unknown> {
  if (grouping === null) return noKey;
  if ('interval' in grouping) return partKey(sql`fact.at at time zone ${zone}`, grouping.interval, from);
  if (grouping.by === 'tag') return sql`tag.id`;
  return sql.ref(`fact.${grouping.by}_id`);
}

const factTable = (grouping: Grouping) =>
  grouping !== null && 'by' in grouping && grouping.by === 'tag'
    ? sql`report_facts as fact cross join lateral unnest(coalesce(fact.tag_ids, '{0}')) as tag (id)`
    : sql`report_facts as fact`;

/** Metrics whose facts have a value; of the others, most of all facts, there is nothing to read but how many. */
const valued: readonly number[] = [...durationCodes, factCodes.csat_answered];

/** Facts added up as they are: right for every range and filter, slow for long ones. `only` names metrics by their numbers. */
export async function tallyFacts(
  db: Reader,
  { range, filters, business_hours, grouping }: Counted,
  only: readonly number[] = codes,
): Promise<Keyed<TallyRow>[]> {
  const value = business_hours ? sql`coalesce(fact.open_value, fact.value)` : sql`fact.value`;
  const ids = grouping !== null && 'ids' in grouping ? grouping.ids : null;
  const of = (metrics: readonly number[]) => sql`from ${factTable(grouping)}
    where fact.metric in (${list(metrics)}) and ${isWithin(range, filters)}
      ${ids === null ? sql`` : sql`and fact.contact_id = any(${[...ids]}::int[])`}`;
  const key = factKey(grouping, range);
  const plain = only.filter((metric) => !valued.includes(metric));
  const measured = only.filter((metric) => valued.includes(metric));
  const counts = sql`select ${key} as key, fact.metric, 0 as part, count(*)::int as count, 0::float8 as total
    ${of(plain)} group by 1, 2`;
  const sums = sql`select ${key} as key, fact.metric, case
        when fact.metric = ${sql.lit(factCodes.csat_answered)} then fact.value else ${partOf(value)} end as part,
      count(*)::int as count, coalesce(sum(${value}), 0)::float8 as total
    ${of(measured)} group by 1, 2, 3`;
  const parts = [...(plain.length > 0 ? [counts] : []), ...(measured.length > 0 ? [sums] : [])];
  return unpacked(db, grouping, sql.join(parts, sql` union all `));
}

/**
 * Rows of what is counted, with the parts of a metric in one: thousands of rows take longer on their way than to be counted. What a metric adds
 * up to stands with the first of its parts.
 */
async function unpacked(db: Reader, grouping: Grouping, tallied: RawBuilder<unknown>): Promise<Keyed<TallyRow>[]> {
  const { rows } = await sql<{ key: string; metric: number; parts: number[]; counts: number[]; total: number }>`
    select ${keyText(grouping)} as key, metric, json_agg(part) as parts, json_agg(count) as counts,
      sum(total)::float8 as total
    from (${tallied}) as tallied group by tallied.key, metric`.execute(db);
  return rows.flatMap(({ key, metric, parts, counts, total }) =>
    parts.map((part, place) => ({ key, metric, part, count: counts[place]!, total: place === 0 ? total : 0 })),
  );
}

/** Keys are made text once for each that was found; 0 is none. */
const keyText = (grouping: Grouping) =>
  grouping !== null && 'by' in grouping ? sql<string>`coalesce(key, 0)::text` : sql<string>`key`;

/** Medians and nine-tenths values of durations, nearest rank. */
export async function findQuantiles(
  db: Reader,
  { range, filters, business_hours, grouping }: Counted,
): Promise<Keyed<Quantiles>[]> {
  const value = business_hours ? sql`fact.open_value` : sql`fact.value`;
  const { rows } = await sql<Keyed<Quantiles>>`
    select ${keyText(grouping)} as key, metric, median, p90 from (
      select ${factKey(grouping, range)} as key, fact.metric,
        percentile_disc(0.5) within group (order by ${value}) as median,
        percentile_disc(0.9) within group (order by ${value}) as p90
      from ${factTable(grouping)}
      where fact.metric in (${list(durationCodes)}) and ${isWithin(range, filters)} group by 1, 2) as found`.execute(
    db,
  );
  return rows;
}

/** Local days from the first to before the second, summed by the day or by the month. */
export interface Span {
  grain: 'day' | 'month';
  from: string;
  before: string;
}

/** What roll-ups are of: everything (`all`), a value of a dimension or two together; without an id, each of its values. */
export type Place =
  | { dimension: Dimension; id: number | null }
  | { pair: Pair; one_id: number | null; other_id: number | null };

/** The roll-ups of a place; `of_id` is the value where each is asked for. */
function rolledAt(place: Place): RawBuilder<unknown> {
  const same = (column: string, id: number | null) => (id === null ? sql`` : sql`and ${sql.ref(column)} = ${id}`);
  if ('pair' in place) {
    return sql`select *, ${sql.ref(place.one_id === null ? 'one_id' : 'other_id')} as of_id from report_pairs
      where pair = ${sql.lit(place.pair.code)} ${same('one_id', place.one_id)} ${same('other_id', place.other_id)}`;
  }
  return sql`select *, dim_id as of_id from report_rollups where dim = ${sql.lit(dimensions[place.dimension])}
    ${same('dim_id', place.dimension === 'all' ? 0 : place.id)}`;
}

/** Roll-ups of some spans added up, of each the metrics that it names. */
export async function tallyRollups(
  db: Reader,
  place: Place,
  spans: readonly (Span & { metrics: readonly number[] })[],
  { range, business_hours, grouping }: Pick<Counted, 'range' | 'business_hours' | 'grouping'>,
): Promise<Keyed<TallyRow>[]> {
  const storedAs = (metric: number) => (business_hours && isDuration(metric) ? metric + openOffset : metric);
  const key =
    grouping === null
      ? noKey
      : 'interval' in grouping
        ? partKey(sql`sums.at`, grouping.interval, range.from)
        : sql`sums.of_id`;
  const one = ({ grain, from, before, metrics }: (typeof spans)[number]) => sql`
    select at, of_id, metric, part, count, total from (${rolledAt(place)}) as kept
    where grain = ${sql.lit(grain === 'day' ? 1 : 2)} and at >= ${from}::timestamp and at < ${before}::timestamp and metric in (${list(metrics.map(storedAs))})`;
  const summed = sql`select ${key} as key, (sums.metric % ${sql.lit(openOffset)})::int as metric, sums.part,
      sum(sums.count)::int as count, sum(sums.total)::float8 as total
    from (${sql.join(spans.map(one), sql` union all `)}) as sums
    group by 1, 2, 3 having sum(sums.count) <> 0`;
  return unpacked(db, grouping, summed);
}

/**
 * The days of a span between which roll-ups know of durations of one value of a dimension, from the beginning of an interval's part on; null
 * where none was measured.
 */
export async function findMeasuredDays(
  db: Reader,
  { dimension, id }: { dimension: Dimension; id: number },
  { from, before }: Pick<Span, 'from' | 'before'>,
  interval: ReportInterval,
): Promise<{ from: string; to: string } | null> {
  const { rows } = await sql<{ from: string | null; to: string }>`
    select min(${partKey(sql`at`, interval, from)}) as "from", to_char(max(at), 'YYYY-MM-DD') as "to"
    from report_rollups
    where grain = 1 and dim = ${sql.lit(dimensions[dimension])} and dim_id = ${id} and metric in (${list(durationCodes)})
      and at >= ${from}::timestamp and at < ${before}::timestamp and count <> 0`.execute(db);
  const { from: first, to } = rows[0]!;
  return first === null ? null : { from: first, to };
}

/** One field of the week's table. */
export interface WeekRow {
  weekday: number;
  hour: number;
  metric: number;
  count: number;
}

/** What the week's table shows, out of facts. */
export async function weekOfFacts(db: Reader, range: ReportRange, filters: ReportFilters): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`
    select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour, metric, count(*)::int as count
    from (select fact.metric, fact.at at time zone ${range.zone} as local from report_facts as fact
      where fact.metric in (${list(hourlyCodes)}) and ${isWithin(range, filters)}) as counted
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** The same, out of roll-ups. */
export async function weekOfRollups(
  db: Reader,
  { from, to }: ReportRange,
  of: { dimension: Dimension; id: number },
): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`
    select extract(isodow from at)::int as weekday, extract(hour from at)::int as hour, metric, sum(count)::int as count
    from report_rollups where grain = 0 and dim = ${sql.lit(dimensions[of.dimension])} and dim_id = ${of.id}
      and at >= ${from}::timestamp and at < ${to}::timestamp + interval '1 day'
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** The contacts with most new conversations, most first. */
export async function listBusiestContacts(
  db: Reader,
  range: ReportRange,
  filters: ReportFilters,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ contact_id: number }>`
    select fact.contact_id from report_facts as fact
    where fact.metric = ${sql.lit(factCodes.new)} and ${isWithin(range, filters)}
    group by 1 order by count(*) desc, 1 limit ${limit}`.execute(db);
  return rows.map((row) => row.contact_id);
}

/** The names of what a breakdown shows, by id. */
export async function findNames(db: Reader, by: ReportGroup, ids: readonly number[]): Promise<Map<number, string>> {
  const table = { inbox: 'inboxes', team: 'teams', tag: 'tags', priority: 'conversation_priorities' };
  const picked =
    by === 'agent' || by === 'contact'
      ? sql`select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email, '') as name from users`
      : sql`select id, name from ${sql.table(table[by])}`;
  const { rows } = await sql<{ id: number; name: string }>`${picked} where id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}
