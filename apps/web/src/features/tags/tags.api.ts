import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const tagQueries = {
  /** All tags by name. Loaded at start, a failure is only logged (specification 8). */
  list: () =>
    queryOptions({
      queryKey: ['tags'],
      queryFn: ({ signal }) => api('tags.list', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
};
