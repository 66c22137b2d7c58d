import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const inboxQueries = {
  /** All inboxes, disabled ones included. Loaded at start, a failure is only logged (specification 8). */
  list: () =>
    queryOptions({
      queryKey: ['inboxes'],
      queryFn: ({ signal }) => api('inboxes.list', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
};
