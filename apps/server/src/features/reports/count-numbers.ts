import type { ReportNumbers } from '@bellhop/contract';
import { Temporal } from 'temporal-polyfill';
import type { Reader } from '../../db/types.ts';
import type { ReportState, RolledColumn } from './facts.queries.ts';
import { type Dimension, durationCodes, factCodes, isDuration, pairs } from './facts.ts';
import type { ReportFilters, ReportRange } from './range.ts';
import {
  type Counted,
  findMeasuredDays,
  findQuantiles,
  type Grouping,
  type Place,
  type Span,
  tallyFacts,
  tallyRollups,
} from './tally.queries.ts';
import { numbersOf } from './tally.ts';

/** Medians of so many days are worked out of the facts; roll-ups answer for longer ranges. */
const exactDays = 31;
/** Where there are no roll-ups, either, facts are sorted for at most so many days. */
const mostSortedDays = 366;

/** Numbers by key of the grouping (see `Grouping`); keys of which nothing was counted are missing. */
export async function countNumbers(
  db: Reader,
  state: ReportState,
  counted: Counted,
): Promise<Map<string, ReportNumbers>> {
  const place = rolledPlace(state, counted);
  const isExact = counted.range.days <= (place ? exactDays : mostSortedDays);
  const [rows, quantiles] = await Promise.all([
    place ? tallyRolled(db, counted, place) : tallyFacts(db, counted),
    isExact ? findQuantiles(db, counted) : null,
  ]);
  const keys = new Set(rows.map((row) => row.key));
  const byKey = Map.groupBy(rows, (row) => row.key);
  const quantilesOf = quantiles && Map.groupBy(quantiles, (row) => row.key);
  return new Map(
    [...keys].map((key) => [key, numbersOf(byKey.get(key)!, quantilesOf && (quantilesOf.get(key) ?? []))]),
  );
}

/** Those of one key, for no grouping; nothing counted is all zeros. */
export async function countAll(
  db: Reader,
  state: ReportState,
  counted: Omit<Counted, 'grouping'>,
): Promise<ReportNumbers> {
  const numbers = await countNumbers(db, state, { ...counted, grouping: null });
  return numbers.get('') ?? numbersOf([], counted.range.days <= exactDays ? [] : null);
}

/** Whether days from then on are rolled up in this zone. */
export function isRolledUp(
  state: ReportState,
  { from, zone }: ReportRange,
  since: RolledColumn = 'rolled_from',
): boolean {
  const first = state[since];
  if (state.time_zone !== zone || first === 'infinity') return false;
  return first === '-infinity' || first.slice(0, 10) <= from;
}

/** The one filter there is; undefined for several, and for contacts, which are not rolled up. Null for none. */
export function onlyFilter(filters: ReportFilters): { dimension: Dimension; id: number } | null | undefined {
  const set = filtersIn(filters);
  if (set.length === 0) return null;
  const [dimension, id] = set[0]!;
  if (set.length > 1 || dimension === 'contact') return undefined;
  return { dimension, id };
}

const filtersIn = (filters: ReportFilters) =>
  Object.entries(filters).flatMap(([name, id]): [Dimension | 'contact', number][] =>
    id === undefined ? [] : [[name.replace('_id', '') as Dimension | 'contact', id]],
  );

/** Which roll-ups answer; null when none do. What things are put together by counts as one of two filters. */
function rolledPlace(state: ReportState, { range, filters, grouping }: Counted): Place | null {
  const by = grouping !== null && 'by' in grouping ? grouping.by : null;
  const asked = new Map<Dimension | 'contact', number | null>(filtersIn(filters));
  if (by !== null && asked.has(by)) return null;
  if (by !== null) asked.set(by, null);
  if (asked.has('contact')) return null;
  if (asked.size === 2) return pairPlace(state, range, grouping, asked);
  if (asked.size > 2 || !isRolledUp(state, range)) return null;
  const [[dimension, id]] = asked.size === 0 ? [['all', null] as const] : ([...asked] as [[Dimension, number | null]]);
  return { dimension, id };
}

function pairPlace(
  state: ReportState,
  range: ReportRange,
  grouping: Grouping,
  asked: ReadonlyMap<string, number | null>,
): Place | null {
  const pair = pairs.find(({ one, other }) => asked.has(one) && asked.has(other));
  if (!pair || !isRolledUp(state, range, pair.isOfAgents ? 'agents_paired_from' : 'paired_from')) return null;
  if (pair.isOfAgents && !spansFor(range, grouping).some(({ grain }) => grain === 'month')) return null;
  return { pair, one_id: asked.get(pair.one) ?? null, other_id: asked.get(pair.other) ?? null };
}

async function tallyRolled(db: Reader, counted: Counted, place: Place) {
  const spans = spansFor(counted.range, counted.grouping);
  const kept = spans
    .map((span) => ({ ...span, metrics: keptOf(place, span) }))
    .filter((span) => span.metrics.length > 0);
  const found = await Promise.all([
    tallyRollups(db, place, kept, counted),
    ...spans.map((span) => tallyMissing(db, counted, place, span)),
  ]);
  return found.flat();
}

const codes = Object.values(factCodes);

/** The metrics that are summed for a place: by the day, no parts of durations but for all together, and nothing for pairs with agents. */
function keptOf(place: Place, { grain }: Span): readonly number[] {
  if (grain === 'month' || ('dimension' in place && place.dimension === 'all')) return codes;
  return 'pair' in place && place.pair.isOfAgents ? [] : codes.filter((code) => !isDuration(code));
}

/** The other metrics of some days out of facts. */
function tallyMissing(db: Reader, counted: Counted, place: Place, span: Span) {
  const kept = keptOf(place, span);
  if (kept.length === codes.length) return [];
  if (kept.length > 0) return tallyDurations(db, counted, place, span);
  return tallyFacts(db, { ...counted, range: { ...counted.range, from: span.from, to: dayBefore(span.before) } });
}

/** Durations of some days out of facts. Where there is one filter, roll-ups say which days have any: often few of a long series. */
async function tallyDurations(db: Reader, counted: Counted, place: Place, span: Span) {
  const { range, grouping } = counted;
  const interval = grouping !== null && 'interval' in grouping ? grouping.interval : 'day';
  const days =
    'pair' in place || place.id === null
      ? { from: span.from, to: dayBefore(span.before) }
      : await findMeasuredDays(db, { dimension: place.dimension, id: place.id }, span, interval);
  return days ? tallyFacts(db, { ...counted, range: { ...range, ...days } }, durationCodes) : [];
}

/** What sums are added up by: months where no shorter time is asked for. */
function spansFor(range: ReportRange, grouping: Grouping): Span[] {
  const isByMonth = grouping === null || 'by' in grouping || grouping.interval === 'month';
  return isByMonth ? spansOf(range) : [daysFrom(range.from, dayAfter(range.to))];
}

/** A range as whole months and the days around them. */
function spansOf({ from, to }: ReportRange): Span[] {
  const first = Temporal.PlainDate.from(from);
  const end = Temporal.PlainDate.from(to).add({ days: 1 });
  const firstMonth = first.day === 1 ? first : first.with({ day: 1 }).add({ months: 1 });
  const endMonth = end.with({ day: 1 });
  if (Temporal.PlainDate.compare(firstMonth, endMonth) >= 0) return [daysFrom(from, end.toString())];
  return [
    daysFrom(from, firstMonth.toString()),
    { grain: 'month', from: firstMonth.toString(), before: endMonth.toString() } as const,
    daysFrom(endMonth.toString(), end.toString()),
  ].filter((span) => span.from < span.before);
}

const daysFrom = (from: string, before: string): Span => ({ grain: 'day', from, before });
const dayAfter = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
const dayBefore = (date: string) => Temporal.PlainDate.from(date).subtract({ days: 1 }).toString();
