import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const systemQueries = {
  /** What an operator wants to know at a glance, looked at again while it is on screen. */
  facts: () =>
    queryOptions({
      queryKey: ['system'],
      queryFn: ({ signal }) => api('system.get', {}, { signal }),
      refetchInterval: 10_000,
      meta: { silent: true },
    }),
};
