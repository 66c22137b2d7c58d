import { sortOptions } from 'virtual:contract';
import type { SortOption } from '@bellhop/contract';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ApiData, type ApiRequest, api } from '../../lib/api.ts';
import type { ListScope } from './paths.ts';

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

  /** How many open conversations a list holds. */
  count: (scope: ListScope) =>
    queryOptions({
      queryKey: ['conversations', 'count', scope] as const,
      queryFn: async ({ signal }) => {
        const params: ListParams = { scope, status: 'Open', sort: 'newest' };
        const { total, total_capped } = await fetchListPage(params, firstPage, signal, 1);
        return { total, isCapped: total_capped ?? false };
      },
      meta: { silent: true },
    }),

  /** One conversation. Its page shows a failure. */
  detail: (uuid: string) =>
    queryOptions({
      queryKey: ['conversations', 'detail', uuid] as const,
      queryFn: ({ signal }) => api('conversations.get', { params: { uuid } }, { signal }),
      meta: { silent: true },
    }),

  /** Everybody who wrote in the thread. */
  participants: (uuid: string) =>
    queryOptions({
      queryKey: ['conversations', 'participants', uuid] as const,
      queryFn: ({ signal }) => api('conversations.participants', { params: { uuid } }, { signal }),
    }),

  /**
   * The thread, newest entries first, page by page. Frames keep it fresh, so it does not grow stale by itself. Its page
   * shows a failure.
   */
  messages: (uuid: string) =>
    infiniteQueryOptions({
      queryKey: ['conversations', 'messages', uuid] as const,
      queryFn: ({ pageParam, signal }) =>
        api(
          'messages.list',
          { params: { uuid }, query: { page: pageParam.page, page_size: messagePageSize } },
          { signal },
        ),
      initialPageParam: firstPage,
      getNextPageParam: nextPage,
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
};

/** Fetches what opening a conversation needs, before it is opened. Failures show when it is. */
export function prefetchConversation(client: QueryClient, uuid: string): void {
  void client.prefetchQuery(conversationQueries.detail(uuid));
  void client.prefetchInfiniteQuery(conversationQueries.messages(uuid));
}

/** One page of a list, straight from the server. `size` is 1 to 100. Throws ApiError. */
export function fetchListPage(
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
  if (scope.kind === 'team') {
    return api('conversations.team_unassigned', { params: { id: scope.team_id }, query }, { signal });
  }
  return api(`conversations.${scope.kind}`, { query }, { signal });
}

/** The one filter of the lists (wire B 1.2). */
function statusFilter(value: string) {
  return { model: 'conversation_statuses', field: 'name', operator: 'equals', value };
}

function nextPage(
  last: { next_cursor?: string | null | undefined; page: number; total_pages: number },
  _all: unknown,
  { page }: PageParam,
): PageParam | undefined {
  if (last.next_cursor) return { page: page + 1, after: last.next_cursor };
  if (last.next_cursor === null) return undefined;
  return last.total_pages > page ? { page: page + 1 } : undefined;
}
