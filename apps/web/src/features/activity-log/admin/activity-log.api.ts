import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ApiRequest, api } from '../../../lib/api.ts';

export type ActivityLogRequest = NonNullable<ApiRequest<'activity_logs.list'>['query']>;

export const activityLogQueries = {
  /** One page; the page before stays on screen while the next one comes. Its own panel shows a failure. */
  list: (query: ActivityLogRequest) =>
    queryOptions({
      queryKey: ['activity-logs', 'list', query] as const,
      queryFn: ({ signal }) => api('activity_logs.list', { query }, { signal }),
      placeholderData: keepPreviousData,
      // Everybody's deeds are added all the time.
      staleTime: 0,
      meta: { silent: true },
    }),
  /** Whose deeds it holds. */
  actors: () =>
    queryOptions({
      queryKey: ['activity-logs', 'actors'] as const,
      queryFn: ({ signal }) => api('activity_logs.actors', {}, { signal }),
      staleTime: 0,
      meta: { silent: true },
    }),
  /** What was there before and after; it never changes. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['activity-logs', 'detail', id] as const,
      queryFn: ({ signal }) => api('activity_logs.get', { params: { id } }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
};

/** Address of the CSV file of what the filters let through. */
export function exportPath(filters: string): string {
  return `/api/v1/activity-logs/export${filters ? `?${new URLSearchParams({ filters })}` : ''}`;
}
