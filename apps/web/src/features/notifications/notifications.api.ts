import type { Notification } from '@bellhop/contract';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const notificationQueries = {
  /** What the agent was told, newest first, page by page. */
  list: () =>
    infiniteQueryOptions({
      queryKey: ['notifications', 'list'],
      queryFn: ({ signal, pageParam }) =>
        api('notifications.list', { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next_cursor,
    }),
  /** How many are unread. A failure is only logged: the next frame asks again. */
  counts: () =>
    queryOptions({
      queryKey: ['notifications', 'counts'],
      queryFn: ({ signal }) => api('notifications.counts', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
};

/** Marks one read; shown at once, and asked for anew when the server refuses. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api('notifications.mark_read', { params: { id } }),
    onMutate: (id) => showRead(client, [id]),
    onError: () => askAnew(client),
  });
}

/** Marks all read; shown at once, and asked for anew when the server refuses. */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('notifications.mark_all_read'),
    onMutate: () => showRead(client, []),
    onError: () => askAnew(client),
  });
}

/** Shows notifications as read, all of them without numbers. The count follows what of them is known to be unread. */
export function showRead(client: QueryClient, ids: readonly number[]): void {
  const isMeant = ({ id, read_at }: Notification) => read_at === null && (ids.length === 0 || ids.includes(id));
  const read_at = new Date().toISOString();
  const known = client.getQueryData(notificationQueries.list().queryKey);
  const meant = known?.pages.flatMap((page) => page.results).filter(isMeant).length ?? 0;
  client.setQueryData(
    notificationQueries.list().queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          results: page.results.map((one) => (isMeant(one) ? { ...one, read_at } : one)),
        })),
      },
  );
  client.setQueryData(
    notificationQueries.counts().queryKey,
    (counts) => counts && { unread: ids.length === 0 ? 0 : Math.max(0, counts.unread - meant) },
  );
}

/** Fetches what is on screen of them anew; the rest when it is shown again. */
export function askAnew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['notifications'] });
}
