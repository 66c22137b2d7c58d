import {
  backlogSteps,
  type ReportBacklog,
  type ReportQuery,
  type ReportRow,
  type ReportRows,
  type ReportRowsQuery,
} from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { behindOf } from './behind.queries.ts';
import { zoneNow } from './follow-changes.job.ts';
import { type ReportDeps, statedOf, understand } from './read-reports.ts';
import { countBacklog, countBehind, countReadable, type FoundRow, listBehind } from './rows.queries.ts';

/** How many rows that a caller may read are counted who may not read all. */
const mostCounted = 10_000;

/** Who reads every conversation is asked nothing. */
const viewerOf = (actor: Actor): Actor | null =>
  actor.permissions.has('conversations:read') && actor.permissions.has('conversations:read_all') ? null : actor;

/** The rows behind a number, a page of those that the caller may read. Throws input.invalid naming what of the range is wrong. */
export async function readRows(deps: ReportDeps, actor: Actor, query: ReportRowsQuery): Promise<ReportRows> {
  const asked = await understand(deps, query);
  const behind = behindOf(query, { ...asked, now: deps.clock.now() });
  const viewer = viewerOf(actor);
  const { page, page_size: limit } = query;
  const [total, readable, rows] = await Promise.all([
    countBehind(asked.db, behind),
    viewer && countReadable(asked.db, behind, viewer, mostCounted),
    listBehind(asked.db, behind, viewer, { limit, offset: (page - 1) * limit }),
  ]);
  const shown = readable ?? total;
  return {
    ...statedOf(asked),
    metric: query.metric,
    results: rows.map(rowView),
    total,
    readable: shown,
    page,
    per_page: limit,
    total_pages: Math.ceil(shown / limit),
  };
}

/** All of the rows that the caller may read, up to so many, for a file. */
export async function listRows(
  deps: ReportDeps,
  actor: Actor,
  query: Omit<ReportRowsQuery, 'page' | 'page_size'>,
  page: { limit: number; offset: number },
): Promise<ReportRow[]> {
  const asked = await understand(deps, query);
  const behind = behindOf(query, { ...asked, now: deps.clock.now() });
  return (await listBehind(asked.db, behind, viewerOf(actor), page)).map(rowView);
}

function rowView({ created_at, at, ...row }: FoundRow): ReportRow {
  return { ...row, created_at: created_at.toISOString(), at: at.toISOString() };
}

/** The open conversations as they stand now. */
export async function readBacklog(deps: ReportDeps, query: ReportQuery): Promise<ReportBacklog> {
  const now = deps.clock.now();
  const { ages, ...sizes } = await countBacklog(deps.db, query, now, backlogSteps);
  return {
    as_of: now.toISOString(),
    time_zone: await zoneNow(deps),
    ...sizes,
    ages: [...backlogSteps, null].map((up_to_days, index) => ({ up_to_days, count: ages[index]! })),
  };
}
