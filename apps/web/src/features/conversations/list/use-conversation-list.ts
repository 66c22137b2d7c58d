import { hashKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useCan } from '../../../lib/session.ts';
import { useView } from '../../views/index.ts';
import { conversationQueries, type ListParams } from '../conversations.api.ts';
import { refreshFirstPage } from '../list-refresh.ts';
import { rowsOf } from '../list-rows.ts';
import { permissionOf } from '../paths.ts';

export type ConversationListQuery = ReturnType<typeof useConversationList>;

/**
 * A list with its rows in order. A list seen before shows at once and catches up behind. `params` must keep its identity
 * from render to render.
 */
export function useConversationList(params: ListParams) {
  const client = useQueryClient();
  const options = conversationQueries.list(params);
  const mayRead = useCan(permissionOf(params.scope));
  const query = useInfiniteQuery({ ...options, enabled: mayRead });
  const memory = hashKey(options.queryKey);
  const rows = useMemo(() => (query.data ? rowsOf(query.data, params.sort) : []), [query.data, params.sort]);

  // `params` keeps its identity while the address does, so this happens once per showing.
  useEffect(() => {
    const state = client.getQueryState(conversationQueries.list(params).queryKey);
    if (state?.data && !state.isInvalidated) refreshFirstPage(client, params);
  }, [client, params]);

  useRenewalOfChangedView(params);

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const retryMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  const [first] = query.data?.pages ?? [];
  return { query, rows, memory, total: first?.total, isCapped: first?.total_capped ?? false, loadMore, retryMore };
}

/** A view whose filters were changed, here or in another tab, shows what they let through now. */
function useRenewalOfChangedView(params: ListParams): void {
  const client = useQueryClient();
  const { scope } = params;
  const view = useView(scope.kind === 'view' ? scope.view_id : null);
  const seen = useRef<{ id: number; filters: string }>(undefined);
  const filters = view && JSON.stringify(view.filters);
  useEffect(() => {
    if (!view || filters === undefined) return;
    const before = seen.current;
    seen.current = { id: view.id, filters };
    if (before?.id === view.id && before.filters !== filters) {
      void client.resetQueries({ queryKey: conversationQueries.list(params).queryKey });
    }
  }, [client, params, view, filters]);
}
