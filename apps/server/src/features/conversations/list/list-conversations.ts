import type { ConversationListItem, ListQuery } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../db/types.ts';
import { listItem } from '../conversation-view.ts';
import { countKept, listPage, type PageRequest, type PageRow } from './list.queries.ts';
import { findMatched, findSparse, rowsById } from './matched.queries.ts';
import { type GivenFilter, readFilter } from './read-filter.ts';
import type { ListScope } from './scope.ts';
import { parseSort, readCursor, type Sort, writeCursor } from './sort.ts';

/** Totals of lists with free filters are exact up to here (settled question 12). */
const mostCounted = 10_000;
/** A status with more matches than this is walked along the index of the sort. */
const mostSparse = 1_000;

/** The paged shape with Bellhop's cursor (settled questions 11 and 12). */
export interface ConversationPage {
  results: ConversationListItem[];
  total: number;
  per_page: number;
  total_pages: number;
  page: number;
  next_cursor: string | null;
  total_capped?: boolean;
}

/**
 * One page of a list. The route's permission lets the caller in, the access rule decides the rows: each scope lies inside it, once
 * `conversations:read` is held. Views give their own `filter`. Throws input.invalid for a wrong sort, filter or cursor.
 */
export async function listConversations(
  db: Reader,
  actor: Actor,
  scope: ListScope,
  query: ListQuery,
  filter: GivenFilter = query.filters,
): Promise<ConversationPage> {
  const sort = parseSort(query);
  const after = query.after ? readCursor(sort, query.after) : null;
  const { status_ids, conditions } = await readFilter(db, filter);
  if (!actor.permissions.has('conversations:read')) return emptyPage(query);
  const request: PageRequest = {
    scope,
    status_ids,
    conditions,
    sort,
    after,
    offset: after ? 0 : (query.page - 1) * query.page_size,
    // One more than shown tells whether more follow.
    limit: query.page_size + 1,
  };
  // No index has the order of what several permissions show together.
  const isFree =
    conditions.length > 0 || (scope.kind === 'visible' && !actor.permissions.has('conversations:read_all'));
  const { rows, counted } = isFree ? await readFree(db, actor, request) : await readPlain(db, actor, request);
  return pageOf(rows, query, sort, { counted, isFree });
}

/** A team's list is for its members; an unknown team looks like any other that one is no member of (wire B 1.2). */
export function listTeamConversations(
  db: Reader,
  actor: Actor,
  teamId: number,
  query: ListQuery,
): Promise<ConversationPage> {
  if (!actor.team_ids.includes(teamId)) throw new AppError('permission.not_team_member');
  return listConversations(db, actor, { kind: 'team_unassigned', team_id: teamId }, query);
}

interface Read {
  rows: PageRow[];
  counted: number;
}

async function readPlain(db: Reader, actor: Actor, request: PageRequest): Promise<Read> {
  const [rows, counted] = await Promise.all([
    listPage(db, actor, request),
    countKept(db, request.scope, request.status_ids),
  ]);
  return { rows, counted };
}

/**
 * With a free filter all matches are found first, up to the bound of exact totals. Of few matches the page is cut out of them. Of many,
 * walking along the index of the sort meets a page of them soon, status by status; a status that holds next to none would be walked
 * to its end, so there they are found as well.
 */
async function readFree(db: Reader, actor: Actor, request: PageRequest): Promise<Read> {
  const { count, by_status, ids } = await findMatched(db, request, mostCounted + 1);
  if (count <= mostCounted) return { rows: await rowsById(db, actor, ids, request.sort), counted: count };
  const crowded = request.status_ids.filter((id) => by_status.get(id)! > mostSparse);
  const doubtful = request.status_ids.filter((id) => !crowded.includes(id));
  const found = await findSparse(db, { ...request, status_ids: doubtful }, mostSparse);
  const rows = await listPage(db, actor, {
    ...request,
    status_ids: [...crowded, ...doubtful.filter((_, index) => found[index] === null)],
    further_ids: found.flatMap((ids) => ids ?? []),
  });
  return { rows, counted: count };
}

function pageOf(
  rows: PageRow[],
  query: ListQuery,
  sort: Sort,
  total: { counted: number; isFree: boolean },
): ConversationPage {
  const shown = rows.slice(0, query.page_size);
  const last = shown.at(-1);
  const hasMore = rows.length > shown.length;
  const isCapped = total.isFree && total.counted > mostCounted;
  const count = isCapped ? mostCounted : total.counted;
  const pages = Math.ceil(count / query.page_size);
  return {
    results: shown.map(listItem),
    total: count,
    per_page: query.page_size,
    total_pages: isCapped ? Math.max(pages, query.page + (hasMore ? 1 : 0)) : pages,
    page: query.page,
    next_cursor: hasMore && last ? writeCursor(sort, { value: last.sort_text, id: last.id }) : null,
    ...(isCapped ? { total_capped: true } : {}),
  };
}

function emptyPage(query: ListQuery): ConversationPage {
  return { results: [], total: 0, per_page: query.page_size, total_pages: 0, page: query.page, next_cursor: null };
}
