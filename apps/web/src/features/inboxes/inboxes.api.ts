import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** How often what changes by itself is looked at while it is on screen, in milliseconds. */
const paceMs = 20_000;

export const inboxQueries = {
  /** All inboxes, disabled ones included. Loaded at start, a failure is only logged (specification 8). */
  list: () =>
    queryOptions({
      queryKey: ['inboxes'],
      queryFn: ({ signal }) => api('inboxes.list', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
  /** All inboxes and how they are doing, for who manages them. */
  health: () =>
    queryOptions({
      queryKey: ['inboxes', 'health'],
      queryFn: ({ signal }) => api('inboxes.health', {}, { signal }),
      refetchInterval: paceMs,
      meta: { silent: true },
    }),
  detail: (id: number) =>
    queryOptions({
      queryKey: ['inboxes', 'detail', id],
      queryFn: ({ signal }) => api('inboxes.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
  /** Mailboxes that stopped or fell silent. */
  alerts: () =>
    queryOptions({
      queryKey: ['inboxes', 'alerts'],
      queryFn: ({ signal }) => api('inboxes.alerts', {}, { signal }),
      staleTime: 60_000,
      refetchInterval: 120_000,
      meta: { silent: true },
    }),
  /** How the last test mail fared; asked every second while one is under way. */
  roundTrip: (id: number) =>
    queryOptions({
      queryKey: ['inboxes', 'round-trip', id],
      queryFn: ({ signal }) => api('inboxes.round_trip_state', { params: { id } }, { signal }),
      refetchInterval: ({ state: { data } }) =>
        data?.state === 'sending' || data?.state === 'waiting' ? 1_000 : false,
      meta: { silent: true },
    }),
  quarantine: (page: number) =>
    queryOptions({
      queryKey: ['inboxes', 'quarantine', page],
      queryFn: ({ signal }) => api('inboxes.quarantine', { query: { page } }, { signal }),
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
};
