import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const businessHoursQueries = {
  /** All sets, latest update first. */
  list: () =>
    queryOptions({
      queryKey: ['business-hours'],
      queryFn: ({ signal }) => api('business_hours.list', {}, { signal }),
      meta: { silent: true },
    }),
  /** One of them, for its form. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['business-hours', id],
      queryFn: ({ signal }) => api('business_hours.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
};
