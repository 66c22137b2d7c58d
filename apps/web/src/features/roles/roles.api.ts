import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const roleQueries = {
  /** All roles by name with what they allow. */
  list: () =>
    queryOptions({
      queryKey: ['roles', 'list'],
      queryFn: ({ signal }) => api('roles.list', {}, { signal }),
      meta: { silent: true },
    }),
  /** One of them, for its form. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['roles', id],
      queryFn: ({ signal }) => api('roles.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
};
