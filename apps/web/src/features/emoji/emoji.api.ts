import { queryOptions } from '@tanstack/react-query';
import { readOwnEmoji } from './own-emoji.ts';

export const emojiQueries = {
  /** All emoji and where their pictures are. */
  all: () =>
    queryOptions({
      queryKey: ['emoji', 'all'],
      queryFn: async () => (await import('./load-emoji.ts')).loadEmoji(),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    }),
  /** What this browser keeps: what was used last, and the skin tone. */
  own: () => queryOptions({ queryKey: ['emoji', 'own'], queryFn: readOwnEmoji, staleTime: Number.POSITIVE_INFINITY }),
};
