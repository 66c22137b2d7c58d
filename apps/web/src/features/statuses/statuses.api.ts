import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const statusQueries = {
  /** All statuses in their order; loaded at start, a failure is only logged (specification 8). */
  list: () =>
    queryOptions({
      queryKey: ['statuses'],
      queryFn: ({ signal }) => api('statuses.list', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
};
