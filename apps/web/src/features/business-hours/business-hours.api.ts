import type { BusinessHoursPreviewInput } from '@bellhop/contract';
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
  /** When a request would be due under hours that need not be saved. */
  preview: (body: BusinessHoursPreviewInput | undefined) =>
    queryOptions({
      queryKey: ['business-hours', 'preview', body],
      queryFn: ({ signal }) => api('business_hours.preview', { body: body! }, { signal }),
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
