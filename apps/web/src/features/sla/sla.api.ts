import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const slaQueries = {
  /** All policies, latest update first; whoever may not manage them gets ids and names. */
  list: () =>
    queryOptions({
      queryKey: ['sla'],
      queryFn: ({ signal }) => api('sla.list', {}, { signal }),
      meta: { silent: true },
    }),
  /** One of them, for its form. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['sla', id],
      queryFn: ({ signal }) => api('sla.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
};
