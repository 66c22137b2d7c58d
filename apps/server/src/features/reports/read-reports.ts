import {
  mostContacts,
  type ReportBreakdown,
  type ReportBreakdownQuery,
  type ReportHours,
  type ReportNumbers,
  type ReportQuery,
  type ReportSeries,
  type ReportSeriesQuery,
  type ReportSummary,
} from '@bellhop/contract';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { isOutOfTime } from '../../db/out-of-time.ts';
import type { Reader } from '../../db/types.ts';
import type { Slots } from '../../lib/slots.ts';
import { boundCounting } from './bound-counting.queries.ts';
import { countAll, countNumbers, isRolledUp, onlyFilter } from './count-numbers.ts';
import { findState, type ReportState } from './facts.queries.ts';
import { factCodes } from './facts.ts';
import { zoneNow } from './follow-changes.job.ts';
import { type ReportFilters, type ReportRange, rangeBefore, rangeOf } from './range.ts';
import {
  type Counted,
  findNames,
  listBusiestContacts,
  tallyFacts,
  type WeekRow,
  weekOfFacts,
  weekOfRollups,
} from './tally.queries.ts';
import { numbersOf } from './tally.ts';

/** A report is of one moment, whatever is counted meanwhile, and may be read from a replica. */
export interface ReportDeps extends Pick<Deps, 'db' | 'snapshot' | 'clock'> {
  /** Places for reports that are counted at the same time; each holds a connection. */
  slots: Slots;
  /** Milliseconds for one statement of a report. */
  limit_ms?: number;
  /** Milliseconds that a report may wait for its turn. */
  wait_ms?: number;
}

/** What counts longer would keep connections from mail and replies. */
const longestMs = 20_000;
/** Whoever sits before the screen has given up by then. */
const longestWaitMs = 15_000;
/** Of a process's connections to the database, the part that reports may have: the rest is for mail and replies. */
const share = 0.25;

/** How many reports a process counts at the same time; the others wait for their turn. */
export function reportsAtOnce(connections: number): number {
  return Math.max(1, Math.floor(connections * share));
}

/** A query understood, and how far the counting is. */
export interface Asked {
  db: Reader;
  state: ReportState;
  range: ReportRange;
  filters: ReportFilters;
  business_hours: boolean;
}

/** Answers a query out of one moment. Throws input.invalid naming what of the range is wrong, reports.too_slow. */
export async function answer<T>(
  deps: ReportDeps,
  query: ReportQuery & { overview_days?: number | undefined },
  body: (asked: Asked) => Promise<T>,
): Promise<T> {
  const range = rangeOf(query, await zoneNow(deps), deps.clock.now());
  const { inbox_id, team_id, agent_id, tag_id, priority_id, contact_id } = query;
  const filters = { inbox_id, team_id, agent_id, tag_id, priority_id, contact_id };
  const business_hours = query.business_hours ?? false;
  const release = await deps.slots.take(deps.wait_ms ?? longestWaitMs);
  if (!release) throw new AppError('reports.too_slow');
  try {
    return await deps.snapshot(async (db) => {
      await boundCounting(db, deps.limit_ms ?? longestMs);
      return body({ db, state: await findState(db), range, filters, business_hours });
    });
  } catch (error) {
    throw isOutOfTime(error) ? new AppError('reports.too_slow', { cause: error }) : error;
  } finally {
    release();
  }
}

/** What every answer says of itself. */
export function statedOf({ state, range, business_hours }: Asked) {
  return {
    as_of: state.followed_at.toISOString(),
    time_zone: range.zone,
    from: range.from,
    to: range.to,
    business_hours,
    complete_from: state.complete_from?.toISOString() ?? null,
  };
}

export async function readSummary(deps: ReportDeps, query: ReportQuery): Promise<ReportSummary> {
  return answer(deps, query, async (asked) => {
    const { from, to, ...before } = rangeBefore(asked.range);
    const numbers = await countAll(asked.db, asked.state, asked);
    const previous = await countAll(asked.db, asked.state, { ...asked, range: { from, to, ...before } });
    return { ...statedOf(asked), numbers, previous: { from, to, numbers: previous } };
  });
}

export async function readSeries(deps: ReportDeps, query: ReportSeriesQuery): Promise<ReportSeries> {
  const { interval } = query;
  return answer(deps, query, async (asked) => {
    const numbers = await countNumbers(asked.db, asked.state, { ...asked, grouping: { interval } });
    const points = partsOf(asked.range, interval).map((part) => ({ ...part, numbers: numbers.get(part.date) ?? none }));
    return { ...statedOf(asked), interval, points };
  });
}

const none: ReportNumbers = numbersOf([], null);

/** The parts of a range: days, weeks from Monday, months, the first and the last cut where the range ends. */
function partsOf({ from, to }: ReportRange, interval: ReportSeriesQuery['interval']): { date: string; to: string }[] {
  const last = Temporal.PlainDate.from(to);
  const parts: { date: string; to: string }[] = [];
  let date = Temporal.PlainDate.from(from);
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    const next = {
      day: () => date.add({ days: 1 }),
      week: () => date.add({ days: 8 - date.dayOfWeek }),
      month: () => date.with({ day: 1 }).add({ months: 1 }),
    }[interval]();
    const end = next.subtract({ days: 1 });
    parts.push({ date: date.toString(), to: (Temporal.PlainDate.compare(end, last) < 0 ? end : last).toString() });
    date = next;
  }
  return parts;
}

/** Who may not see contacts has their numbers without their names. */
export async function readBreakdown(
  deps: ReportDeps,
  actor: Actor,
  query: ReportBreakdownQuery,
): Promise<ReportBreakdown> {
  const { by } = query;
  const isNamed = by !== 'contact' || actor.permissions.has('contacts:read');
  return answer(deps, query, async (asked) => {
    const total = await countAll(asked.db, asked.state, asked);
    const found =
      by === 'contact'
        ? await countContacts(asked)
        : await countNumbers(asked.db, asked.state, { ...asked, grouping: { by } });
    const names = await findNames(asked.db, by, isNamed ? [...found.keys()].map(Number) : []);
    const rows = [...found]
      .map(([key, numbers]) => {
        const id = Number(key);
        // What is gone from the desk keeps its number.
        return { id: id === 0 ? null : id, name: id === 0 ? '' : (names.get(id) ?? `#${id}`), numbers };
      })
      .sort((one, other) => weightOf(other.numbers) - weightOf(one.numbers) || (one.id ?? 0) - (other.id ?? 0));
    return { ...statedOf(asked), by, rows, total, adds_up: by !== 'tag' && by !== 'contact' };
  });
}

const weightOf = (numbers: ReportNumbers) => numbers.new + numbers.resolved;

async function countContacts(asked: Asked): Promise<Map<string, ReportNumbers>> {
  const ids = await listBusiestContacts(asked.db, asked.range, asked.filters, mostContacts);
  const counted: Counted = { ...asked, grouping: { by: 'contact', ids } };
  const rows = Map.groupBy(await tallyFacts(asked.db, counted), (row) => row.key);
  return new Map(ids.map((id) => [String(id), numbersOf(rows.get(String(id)) ?? [], null)]));
}

export async function readHours(deps: ReportDeps, query: ReportQuery): Promise<ReportHours> {
  return answer(deps, query, async (asked) => ({ ...statedOf(asked), cells: cellsOf(await weekOf(asked)) }));
}

function cellsOf(rows: readonly WeekRow[]): ReportHours['cells'] {
  const found = new Map(rows.map((row) => [`${row.weekday} ${row.hour} ${row.metric}`, row.count]));
  return Array.from({ length: 168 }, (_, index) => {
    const [weekday, hour] = [Math.floor(index / 24) + 1, index % 24];
    const count = (metric: number) => found.get(`${weekday} ${hour} ${metric}`) ?? 0;
    return {
      weekday,
      hour,
      new: count(factCodes.new),
      resolved: count(factCodes.resolution_time),
      messages_in: count(factCodes.messages_in),
      messages_out: count(factCodes.messages_out),
    };
  });
}

function weekOf({ db, state, range, filters }: Asked): Promise<WeekRow[]> {
  const filter = onlyFilter(filters);
  const isKept = filter === null || (filter && ['inbox', 'team', 'agent'].includes(filter.dimension));
  return isKept && isRolledUp(state, range)
    ? weekOfRollups(db, range, filter ?? { dimension: 'all', id: 0 })
    : weekOfFacts(db, range, filters);
}
