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

/** Whether a conversation still belongs to a list, as far as its row tells. `me` is the signed-in agent's id. */
export function belongs(row: ConversationListItem, { scope, status }: ListParams, me: number): boolean {
  if (status !== null && row.status !== status) return false;
  switch (scope.kind) {
    case 'all':
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
 * The list with one row changed, or without it when it no longer belongs; the total follows. Answers the same object
 * when the row is not loaded.
 */
export function patchRow(
  data: ListData,
  uuid: string,
  change: (row: ConversationListItem) => ConversationListItem,
  stays: (row: ConversationListItem) => boolean,
): ListData {
  let gone = 0;
  let isFound = false;
  const pages = data.pages.map((page) => {
    const at = page.results.findIndex((row) => row.uuid === uuid);
    if (at < 0) return page;
    isFound = true;
    const changed = change(page.results[at]!);
    if (stays(changed)) return { ...page, results: page.results.with(at, changed) };
    gone = 1;
    return { ...page, results: page.results.toSpliced(at, 1) };
  });
  if (!isFound) return data;
  return { ...data, pages: pages.map((page) => ({ ...page, total: Math.max(0, page.total - gone) })) };
}

export function hasRow(data: ListData, uuid: string): boolean {
  return data.pages.some((page) => page.results.some((row) => row.uuid === uuid));
}

/**
 * The list with its first page fetched anew, everything else kept: new rows come in, known ones are renewed, and rows
 * leave that should stand on the fresh page but do not.
 */
export function mergeFirstPage(data: ListData, fresh: ListPage, sort: SortOption): ListData {
  const [first, ...rest] = data.pages;
  if (!first) return { pages: [fresh], pageParams: [{ page: 1 }] };
  const renewed = new Set(fresh.results.map((row) => row.uuid));
  const compare = comparator(sort);
  const end = fresh.results.at(-1);
  const isWhole = fresh.results.length >= fresh.total;
  const stays = (row: ConversationListItem) =>
    !renewed.has(row.uuid) && !isWhole && end !== undefined && compare(row, end) > 0;
  const pages = [
    { ...first, results: [...fresh.results, ...first.results.filter(stays)] },
    ...rest.map((page) => ({ ...page, results: page.results.filter(stays) })),
  ];
  const { total, total_capped } = fresh;
  return { ...data, pages: pages.map((page) => ({ ...page, total, total_capped })) };
}

type SortField = 'last_message_at' | 'created_at' | 'waiting_since' | 'next_sla_deadline_at' | 'priority_id';

function sortValue(value: string | number | null): number | null {
  return typeof value === 'string' ? Date.parse(value) : value;
}
