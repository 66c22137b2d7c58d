import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const secondFactorQueries = {
  /** One's own; without retries, because a refusal is an answer. */
  own: () =>
    queryOptions({
      queryKey: ['second-factor', 'me'],
      queryFn: ({ signal }) => api('account.second_factor', {}, { signal }),
      staleTime: 0,
      meta: { silent: true },
    }),
  /** Another agent's. */
  of: (id: number) =>
    queryOptions({
      queryKey: ['second-factor', id],
      queryFn: ({ signal }) => api('agents.second_factor', { params: { id } }, { signal }),
      staleTime: 0,
      meta: { silent: true },
    }),
};
