import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const priorityQueries = {
  /** All priorities; a higher id is more urgent. Loaded at start, a failure is only logged (specification 8). */
  list: () =>
    queryOptions({
      queryKey: ['priorities'],
      queryFn: ({ signal }) => api('priorities.list', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
};
