import {
  backlogSteps,
  type ReportBacklog,
  type ReportQuery,
  type ReportRow,
  type ReportRows,
  type ReportRowsQuery,
} from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { behindOf } from './behind.queries.ts';
import { zoneNow } from './follow-changes.job.ts';
import { answer, type ReportDeps, statedOf } from './read-reports.ts';
import { countBacklog, countBehind, countReadable, type FoundRow, listBehind, type RowPlace } from './rows.queries.ts';

/** How many rows that a caller may read are counted who may not read all. */
const mostCounted = 10_000;

/** Who reads every conversation is asked nothing. */
const viewerOf = (actor: Actor): Actor | null =>
  actor.permissions.has('conversations:read') && actor.permissions.has('conversations:read_all') ? null : actor;

/** The rows behind a number, a page of those that the caller may read. Throws input.invalid naming what of the range is wrong. */
export async function readRows(deps: ReportDeps, actor: Actor, query: ReportRowsQuery): Promise<ReportRows> {
  const viewer = viewerOf(actor);
  const { metric, page, page_size: limit } = query;
  return answer(deps, query, async (asked) => {
    const behind = behindOf(query, { ...asked, now: deps.clock.now() });
    const total = await countBehind(asked.db, behind);
    const readable = viewer ? await countReadable(asked.db, behind, viewer, mostCounted) : total;
    const rows = await listBehind(asked.db, behind, viewer, { limit, offset: (page - 1) * limit });
    return {
      ...statedOf(asked),
      metric,
      results: rows.map(rowView),
      total,
      readable,
      page,
      per_page: limit,
      total_pages: Math.ceil(readable / limit),
    };
  });
}

/** Rows that the caller may read, so many of them after a place, for a file; and the place of the last, null when no more follow. */
export async function listRows(
  deps: ReportDeps,
  actor: Actor,
  query: Omit<ReportRowsQuery, 'page' | 'page_size'>,
  page: { limit: number; after: RowPlace | null },
): Promise<{ rows: ReportRow[]; last: RowPlace | null }> {
  return answer(deps, query, async (asked) => {
    const behind = behindOf(query, { ...asked, now: deps.clock.now() });
    const rows = await listBehind(asked.db, behind, viewerOf(actor), page);
    return { rows: rows.map(rowView), last: rows.length < page.limit ? null : rows.at(-1)!.place };
  });
}

function rowView({ created_at, at, place: _place, ...row }: FoundRow): ReportRow {
  return { ...row, created_at: created_at.toISOString(), at: at.toISOString() };
}

/** The open conversations as they stand now. */
export async function readBacklog(
  deps: Pick<Deps, 'db' | 'reads' | 'clock'>,
  query: ReportQuery,
): Promise<ReportBacklog> {
  const now = deps.clock.now();
  const { ages, ...sizes } = await countBacklog(deps.reads, query, now, backlogSteps);
  return {
    as_of: now.toISOString(),
    time_zone: await zoneNow(deps),
    ...sizes,
    ages: [...backlogSteps, null].map((up_to_days, index) => ({ up_to_days, count: ages[index]! })),
  };
}
