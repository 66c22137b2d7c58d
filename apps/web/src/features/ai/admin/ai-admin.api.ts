import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Where the pages about AI begin. */
export const aiPath = '/admin/ai';
export const promptsPath = `${aiPath}/prompts`;

export const aiAdminQueries = {
  settings: () =>
    queryOptions({
      queryKey: ['ai', 'settings'] as const,
      queryFn: ({ signal }) => api('ai.settings', {}, { signal }),
      meta: { silent: true },
    }),
  /** One prompt with its instruction. */
  prompt: (id: number) =>
    queryOptions({
      queryKey: ['ai', 'prompts', id] as const,
      queryFn: ({ signal }) => api('ai.prompt', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
  /** What was asked in the last days, today included. */
  usage: (days: number) =>
    queryOptions({
      queryKey: ['ai', 'usage', days] as const,
      queryFn: ({ signal }) => api('ai.usage', { query: { days } }, { signal }),
      meta: { silent: true },
    }),
};
