import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const oidcQueries = {
  /** All providers, latest update first. */
  list: () =>
    queryOptions({
      queryKey: ['oidc'],
      queryFn: ({ signal }) => api('oidc.list', {}, { signal }),
      meta: { silent: true },
    }),
  /** One of them, for its form. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['oidc', id],
      queryFn: ({ signal }) => api('oidc.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
};
