import { sortOptions } from 'virtual:contract';
import type { ConversationListItem, SortOption } from '@bellhop/contract';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiData, type ApiRequest, api } from '../../lib/api.ts';
import { can } from '../../lib/session.ts';
import type { ListScope } from './paths.ts';
import { withPendingStatus } from './pending-status.ts';

/** What a list shows: its scope, one status by name (null: every status) and the order. */
export interface ListParams {
  scope: ListScope;
  status: string | null;
  sort: SortOption;
}

export type ListPage = ApiData<'conversations.all'>;
export type MessagePage = ApiData<'messages.list'>;

/** Where a page begins: after a cursor when the server gives one, else by number. */
export interface PageParam {
  page: number;
  after?: string;
}

/** Which page of a thread: beside or round an entry; by itself the newest. */
export interface ThreadPlace {
  before?: string;
  after?: string;
  around?: string;
}

export const newestMessages: ThreadPlace = {};

/** Page sizes of specification 9. */
export const listPageSize = 50;
export const messagePageSize = 30;

export const firstPage: PageParam = { page: 1 };

export const conversationQueries = {
  /**
   * A list, page by page. Frames and `refreshFirstPage` keep it fresh; growing stale by itself it would fetch every
   * loaded page anew. Its own panel shows a failure.
   */
  list: (params: ListParams) =>
    infiniteQueryOptions({
      queryKey: ['conversations', 'list', params] as const,
      queryFn: ({ pageParam, signal }) => fetchListPage(params, pageParam, signal),
      initialPageParam: firstPage,
      getNextPageParam: nextPage,
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),

  /** Sizes of the lists by status, for the sidebar, which shows none while they are unknown. */
  counts: () =>
    queryOptions({
      queryKey: ['conversations', 'counts'] as const,
      queryFn: ({ signal }) => api('conversations.counts', {}, { signal }),
      meta: { silent: true },
    }),

  /** One conversation. Its page shows a failure. */
  detail: (uuid: string) =>
    queryOptions({
      queryKey: ['conversations', 'detail', uuid] as const,
      queryFn: async ({ signal }) =>
        withPendingStatus(await api('conversations.get', { params: { uuid } }, { signal })),
      meta: { silent: true },
    }),

  /** Everybody who wrote in the thread. */
  participants: (uuid: string) =>
    queryOptions({
      queryKey: ['conversations', 'participants', uuid] as const,
      queryFn: ({ signal }) => api('conversations.participants', { params: { uuid } }, { signal }),
    }),

  /**
   * The thread, newest entries first, page by page: it grows at its older end, and at its newer one after a jump into
   * its middle. Frames keep it fresh, so it does not grow stale by itself. Its page shows a failure.
   */
  messages: (uuid: string) =>
    infiniteQueryOptions({
      queryKey: ['conversations', 'messages', uuid] as const,
      queryFn: ({ pageParam, signal }) => fetchMessages(uuid, pageParam, signal),
      initialPageParam: newestMessages,
      getNextPageParam: (oldest): ThreadPlace | undefined => {
        const last = oldest.results.at(-1);
        return oldest.has_older && last ? { before: last.uuid } : undefined;
      },
      getPreviousPageParam: (newest): ThreadPlace | undefined => {
        const first = newest.results[0];
        return newest.has_newer && first ? { after: first.uuid } : undefined;
      },
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),

  /** A mail as it travelled. Its dialog shows a failure. */
  original: (uuid: string, message_uuid: string) =>
    queryOptions({
      queryKey: ['conversations', 'original', uuid, message_uuid] as const,
      queryFn: ({ signal }) => api('messages.original', { params: { uuid, message_uuid } }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      meta: { silent: true },
    }),
  /** Why a mail belongs to its conversation; that never changes. */
  threading: (uuid: string, message_uuid: string) =>
    queryOptions({
      queryKey: ['conversations', 'threading', uuid, message_uuid] as const,
      queryFn: ({ signal }) => api('messages.threading', { params: { uuid, message_uuid } }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      meta: { silent: true },
    }),
};

/** Fetches what opening a conversation needs, before it is opened. Failures show when it is. */
export function prefetchConversation(client: QueryClient, uuid: string): void {
  void client.prefetchQuery(conversationQueries.detail(uuid));
  if (can('messages:read')) void client.prefetchInfiniteQuery(conversationQueries.messages(uuid));
}

/** One page of a thread, straight from the server. Throws ApiError. */
export function fetchMessages(uuid: string, place: ThreadPlace, signal?: AbortSignal): Promise<MessagePage> {
  return api('messages.list', { params: { uuid }, query: { ...place, page_size: messagePageSize } }, { signal });
}

/** One page of a list, straight from the server. `size` is 1 to 100. Throws ApiError. */
export async function fetchListPage(
  { scope, status, sort }: ListParams,
  { page, after }: PageParam,
  signal?: AbortSignal,
  size = listPageSize,
): Promise<ListPage> {
  const query: ApiRequest<'conversations.all'>['query'] = {
    ...(after ? { after } : { page }),
    page_size: size,
    ...sortOptions[sort],
    filters: status === null ? undefined : JSON.stringify([statusFilter(status)]),
  };
  const answer = await (scope.kind === 'view'
    ? api('views.conversations', { params: { id: scope.view_id }, query }, { signal })
    : scope.kind === 'team'
      ? api('conversations.team_unassigned', { params: { id: scope.team_id }, query }, { signal })
      : api(`conversations.${scope.kind}`, { query }, { signal }));
  // What is about to get another status has left already.
  const stays = (row: ConversationListItem) => status === null || withPendingStatus(row).status === status;
  const results = answer.results.filter(stays).map(withPendingStatus);
  return { ...answer, results, total: answer.total - answer.results.length + results.length };
}

/** The one filter of the lists (wire B 1.2). */
function statusFilter(value: string) {
  return { model: 'conversation_statuses', field: 'name', operator: 'equals', value };
}

/** What follows a page; undefined after the last. */
export function nextPage(
  last: { next_cursor?: string | null | undefined; page: number; total_pages: number },
  _all: unknown,
  { page }: PageParam,
): PageParam | undefined {
  if (last.next_cursor) return { page: page + 1, after: last.next_cursor };
  if (last.next_cursor === null) return undefined;
  return last.total_pages > page ? { page: page + 1 } : undefined;
}
