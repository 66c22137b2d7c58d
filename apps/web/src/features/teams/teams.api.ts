import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const teamQueries = {
  /** Id, name and emoji of all teams, by name. Loaded at start, a failure is only logged (specification 8). */
  compact: () =>
    queryOptions({
      queryKey: ['teams', 'compact'],
      queryFn: ({ signal }) => api('teams.compact', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
};
