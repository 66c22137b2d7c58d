import type { WebhookDeliveryState } from '@bellhop/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** How often what changes by itself is looked at while it is on screen, in milliseconds. */
const paceMs = 20_000;
/** Of a log that somebody watches. */
const logMs = 5_000;
/** While something is under way. */
const soonMs = 2_000;

/** What the log is narrowed to. */
export interface LogFilter {
  state?: WebhookDeliveryState;
  event?: string;
}

export const webhookQueries = {
  /** All webhooks by name, with how they are doing. */
  list: () =>
    queryOptions({
      queryKey: ['webhooks', 'list'],
      queryFn: ({ signal }) => api('webhooks.list', {}, { signal }),
      refetchInterval: paceMs,
      meta: { silent: true },
    }),
  /** One of them, for its form and above its log. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['webhooks', 'detail', id],
      queryFn: ({ signal }) => api('webhooks.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
  /** Its deliveries, newest first, as many pages as were asked for; looked at again more often while one of them is under way. */
  deliveries: (id: number, filter: LogFilter) =>
    infiniteQueryOptions({
      queryKey: ['webhooks', 'deliveries', id, filter],
      queryFn: ({ signal, pageParam: cursor }) =>
        api('webhooks.deliveries', { params: { id }, query: { ...filter, ...(cursor && { cursor }) } }, { signal }),
      initialPageParam: null as number | null,
      getNextPageParam: ({ next_cursor }) => next_cursor,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some(({ results }) => results.some(({ state }) => state === 'waiting' || state === 'sending'))
          ? soonMs
          : logMs,
      meta: { silent: true },
    }),
  /** One delivery with what was sent and answered. */
  delivery: (id: number, delivery_id: number) =>
    queryOptions({
      queryKey: ['webhooks', 'delivery', id, delivery_id],
      queryFn: ({ signal }) => api('webhooks.delivery', { params: { id, delivery_id } }, { signal }),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.state === 'waiting' || data?.state === 'sending' ? soonMs : false,
      meta: { silent: true },
    }),
};
