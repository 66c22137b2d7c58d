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
};

/** Rewrites a text by a prompt; rejects with the ApiError. */
export function rewriteText(promptKey: string, content: string): Promise<string> {
  return api('ai.complete', { body: { prompt_key: promptKey, content } });
}
