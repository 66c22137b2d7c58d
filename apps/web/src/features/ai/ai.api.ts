import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const aiQueries = {
  /** The ways to rewrite a text, by title. A failure is told: the menu would be missing without a word (wire B 9). */
  prompts: () =>
    queryOptions({
      queryKey: ['ai', 'prompts'] as const,
      queryFn: ({ signal }) => api('ai.prompts', {}, { signal }),
      staleTime: 5 * 60_000,
    }),
  /** What the signed-in agent may ask. */
  status: () =>
    queryOptions({
      queryKey: ['ai', 'status'] as const,
      queryFn: ({ signal }) => api('ai.status', {}, { signal }),
      staleTime: 5 * 60_000,
      // Without it nothing is offered; who has not asked for anything need not be told.
      meta: { silent: true },
    }),
};

/** Stores the provider's key; rejects with the ApiError. */
export async function saveProviderKey(api_key: string): Promise<void> {
  await api('ai.set_provider', { body: { api_key, provider: 'openai' } });
}
