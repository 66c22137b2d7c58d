import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { conversationQueries, type ListParams } from '../conversations.api.ts';
import { refreshFirstPage } from '../list-refresh.ts';
import { rowsOf } from '../list-rows.ts';

export type ConversationListQuery = ReturnType<typeof useConversationList>;

/**
 * A list with its rows in order. A list seen before shows at once and catches up behind. `params` must keep its identity
 * from render to render.
 */
export function useConversationList(params: ListParams) {
  const client = useQueryClient();
  const options = conversationQueries.list(params);
  const query = useInfiniteQuery(options);
  const memory = hashKey(options.queryKey);
  const rows = useMemo(() => (query.data ? rowsOf(query.data, params.sort) : []), [query.data, params.sort]);

  // `params` keeps its identity while the address does, so this happens once per showing.
  useEffect(() => {
    const state = client.getQueryState(conversationQueries.list(params).queryKey);
    if (state?.data && !state.isInvalidated) refreshFirstPage(client, params);
  }, [client, params]);

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const retryMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  const [first] = query.data?.pages ?? [];
  return { query, rows, memory, total: first?.total, isCapped: first?.total_capped ?? false, loadMore, retryMore };
}
