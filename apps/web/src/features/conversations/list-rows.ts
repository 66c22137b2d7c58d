import { sortOptions } from 'virtual:contract';
import type { ConversationListItem, SortOption } from '@bellhop/contract';
import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage, ListParams } from './conversations.api.ts';

export type ListData = InfiniteData<ListPage, unknown>;

/** The loaded rows in the order of the list, each conversation once. */
export function rowsOf(data: ListData, sort: SortOption): ConversationListItem[] {
  const seen = new Map<string, ConversationListItem>();
  for (const page of data.pages) {
    for (const row of page.results) if (!seen.has(row.uuid)) seen.set(row.uuid, row);
  }
  return [...seen.values()].sort(comparator(sort));
}

/** Order of two rows: by the sort's field, nulls last both ways, then the id in the same direction (settled question 11). */
export function comparator(sort: SortOption): (a: ConversationListItem, b: ConversationListItem) => number {
  const { order_by, order } = sortOptions[sort];
  const field = order_by.replace('conversations.', '') as SortField;
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => {
    const [x, y] = [sortValue(a[field]), sortValue(b[field])];
    if (x !== y) {
      if (x === null) return 1;
      if (y === null) return -1;
      return x < y ? -sign : sign;
    }
    return (a.id - b.id) * sign;
  };
}

/**
 * Whether a conversation still belongs to a list, as far as its row tells. `me` is the signed-in agent's id. What belongs
 * to a view only the server knows, so a row stays there until it has been asked.
 */
export function belongs(row: ConversationListItem, { scope, status }: ListParams, me: number): boolean {
  if (status !== null && row.status !== status) return false;
  switch (scope.kind) {
    case 'all':
    case 'view':
      return true;
    case 'assigned':
      return row.assigned_user_id === me;
    case 'unassigned':
      return row.assigned_user_id === null && row.assigned_team_id === null;
    case 'team':
      return row.assigned_team_id === scope.team_id && row.assigned_user_id === null;
  }
}

/**
 * The list with some rows changed, or without those for which `change` answers null; the total follows. Answers the same
 * object when none of them is loaded.
 */
export function changeRows(
  data: ListData,
  uuids: ReadonlySet<string>,
  change: (row: ConversationListItem) => ConversationListItem | null,
): ListData {
  let gone = 0;
  let isFound = false;
  const pages = data.pages.map((page) => {
    if (!page.results.some((row) => uuids.has(row.uuid))) return page;
    isFound = true;
    const results = page.results.flatMap((row) => {
      const changed = uuids.has(row.uuid) ? change(row) : row;
      return changed ?? [];
    });
    gone += page.results.length - results.length;
    return { ...page, results };
  });
  return isFound ? withTotal({ ...data, pages }, -gone) : data;
}

/** The list with a row that was not in it; `rowsOf` finds its place. */
export function addRow(data: ListData, row: ConversationListItem): ListData {
  const [first, ...rest] = data.pages;
  if (!first) return data;
  return withTotal({ ...data, pages: [{ ...first, results: [row, ...first.results] }, ...rest] }, 1);
}

/**
 * The list of a view after the server was asked which of some conversations are in it: what is not leaves, what is stays
 * or enters. A row that would stand below the last loaded one waits until that part is loaded. Of a list that is not loaded to its end
 * nobody knows here whether what enters was counted before: its total stays until the server has said.
 */
export function settleRows(
  data: ListData,
  asked: ReadonlySet<string>,
  found: readonly ConversationListItem[],
  sort: SortOption,
): ListData {
  const inside = new Map(found.map((row) => [row.uuid, row]));
  const settled = changeRows(data, asked, (row) => inside.get(row.uuid) ?? null);
  const compare = comparator(sort);
  const loaded = rowsOf(data, sort);
  const end = loaded.at(-1);
  const isAll = isWhole(data);
  return found
    .filter((row) => !hasRow(data, row.uuid) && (isAll || (end !== undefined && compare(row, end) < 0)))
    .reduce((list, row) => (isAll ? addRow(list, row) : withTotal(addRow(list, row), -1)), settled);
}

/** Whether all rows of a list are loaded, as far as its total is known. */
export function isWhole({ pages }: ListData): boolean {
  const loaded = new Set(pages.flatMap(({ results }) => results.map(({ uuid }) => uuid)));
  return loaded.size >= (pages[0]?.total ?? 0);
}

/** The list with the total that the server counted just now. */
export function withCounted(
  data: ListData,
  { total, total_capped }: Pick<ListPage, 'total' | 'total_capped'>,
): ListData {
  return { ...data, pages: data.pages.map((page) => ({ ...page, total, total_capped })) };
}

export function hasRow(data: ListData, uuid: string): boolean {
  return data.pages.some((page) => page.results.some((row) => row.uuid === uuid));
}

/** Which part of a list a fresh page stands for: what follows `after` (absent: from the top), to the end when `isLast`. */
export interface PagePlace {
  after?: ConversationListItem | undefined;
  isLast: boolean;
}

/** The list with its first page fetched anew, everything else kept. */
export function mergeFirstPage(data: ListData, fresh: ListPage, sort: SortOption): ListData {
  return mergePage(data, fresh, sort, { isLast: fresh.results.length >= fresh.total });
}

/**
 * The list with one page fetched anew, everything else kept: new rows come in, known ones are renewed, and rows leave
 * that should stand on the fresh page but do not.
 */
export function mergePage(data: ListData, fresh: ListPage, sort: SortOption, { after, isLast }: PagePlace): ListData {
  const [first, ...rest] = data.pages;
  if (!first) return { pages: [fresh], pageParams: [{ page: 1 }] };
  const renewed = new Set(fresh.results.map((row) => row.uuid));
  const compare = comparator(sort);
  const end = fresh.results.at(-1);
  const stays = (row: ConversationListItem) => {
    if (renewed.has(row.uuid)) return false;
    if (after && compare(row, after) <= 0) return true;
    return !isLast && end !== undefined && compare(row, end) > 0;
  };
  const pages = [
    { ...first, results: [...fresh.results, ...first.results.filter(stays)] },
    ...rest.map((page) => ({ ...page, results: page.results.filter(stays) })),
  ];
  return withCounted({ ...data, pages }, fresh);
}

function withTotal(data: ListData, by: number): ListData {
  if (by === 0) return data;
  const pages = data.pages.map((page) => (page.total_capped ? page : { ...page, total: Math.max(0, page.total + by) }));
  return { ...data, pages };
}

type SortField = 'last_message_at' | 'created_at' | 'waiting_since' | 'next_sla_deadline_at' | 'priority_id';

function sortValue(value: string | number | null): number | null {
  return typeof value === 'string' ? Date.parse(value) : value;
}
