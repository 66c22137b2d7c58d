import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const customAttributeQueries = {
  /** Definitions for contacts and conversations alike. Loaded at start, a failure is only logged (specification 8). */
  list: () =>
    queryOptions({
      queryKey: ['custom-attributes'],
      queryFn: ({ signal }) => api('custom_attributes.list', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
  /** One of them, for its form. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['custom-attributes', id],
      queryFn: ({ signal }) => api('custom_attributes.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
};
