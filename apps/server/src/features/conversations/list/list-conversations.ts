import type { ConversationListItem, ListQuery } from '@bellhop/contract';
import { conversationFilterFields, type FilterCondition, matchesFilter, parseFilterText } from '@bellhop/rules';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../db/types.ts';
import { loadSettings } from '../../settings/index.ts';
import { knownStatuses } from '../../statuses/index.ts';
import { listItem } from '../conversation-view.ts';
import { countFiltered, countKept, listPage, type PageRow } from './list.queries.ts';
import type { ListScope } from './scope.ts';
import { parseSort, readCursor, type Sort, writeCursor } from './sort.ts';

/** Totals of lists with free filters are exact up to here (settled question 12). */
const mostCounted = 10_000;

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
 * `conversations:read` is held. Throws input.invalid for a wrong sort, filter or cursor.
 */
export async function listConversations(
  db: Reader,
  actor: Actor,
  scope: ListScope,
  query: ListQuery,
): Promise<ConversationPage> {
  const sort = parseSort(query);
  const after = query.after ? readCursor(sort, query.after) : null;
  const { status_ids, conditions } = await readFilter(db, query.filters);
  if (!actor.permissions.has('conversations:read')) return emptyPage(query);
  const request = { scope, status_ids, conditions };
  const isFree = conditions.length > 0;
  const [rows, counted] = await Promise.all([
    listPage(db, actor, {
      ...request,
      sort,
      after,
      offset: after ? 0 : (query.page - 1) * query.page_size,
      // One more than shown tells whether more follow.
      limit: query.page_size + 1,
    }),
    isFree ? countFiltered(db, request, mostCounted + 1) : countKept(db, scope, status_ids),
  ]);
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

/**
 * Splits a filter into the statuses that it leaves, which choose the index scans, and its other conditions. There are few statuses,
 * so conditions on them are decided here, by the rule's own evaluator.
 */
async function readFilter(
  db: Reader,
  text: string | undefined,
): Promise<{ status_ids: number[]; conditions: FilterCondition[] }> {
  const [settings, statuses] = await Promise.all([loadSettings(db), knownStatuses(db)]);
  const parsed = parseFilterText(text, {
    fields: conversationFilterFields,
    zone: settings['app.timezone'],
    blank_rows: 'skip',
  });
  if (!parsed.ok) throw new AppError('input.invalid', { params: { field: parsed.field, reason: parsed.reason } });
  const isOnStatus = ({ field }: FilterCondition) =>
    field === 'conversations.status_id' || field.startsWith('conversation_statuses.');
  const onStatus = parsed.conditions.filter(isOnStatus);
  const left = statuses.filter(({ id, name }) =>
    matchesFilter(onStatus, {
      'conversations.status_id': id,
      'conversation_statuses.id': id,
      'conversation_statuses.name': name,
    }),
  );
  return {
    status_ids: left.map((status) => status.id),
    conditions: parsed.conditions.filter((condition) => !isOnStatus(condition)),
  };
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
