import type { Template } from '@bellhop/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const templateQueries = {
  list: (type: Template['type']) =>
    queryOptions({
      queryKey: ['templates', 'list', type],
      queryFn: ({ signal }) => api('templates.list', { query: { type } }, { signal }),
      meta: { silent: true },
    }),
  detail: (id: number) =>
    queryOptions({
      queryKey: ['templates', 'detail', id],
      queryFn: ({ signal }) => api('templates.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
  /** How a template that is being written would look; the last look stays until the next is there. */
  preview: (body: Pick<Template, 'type' | 'subject' | 'body'>) =>
    queryOptions({
      queryKey: ['templates', 'preview', body],
      queryFn: ({ signal }) => api('templates.preview', { body }, { signal }),
      placeholderData: keepPreviousData,
      gcTime: 0,
      meta: { silent: true },
    }),
};
