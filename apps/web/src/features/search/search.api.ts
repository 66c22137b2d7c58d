import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type SearchSort = 'best' | 'newest';

export const pageSize = 25;
/** A search shown again within this time is not asked for anew. */
const freshMs = 60_000;
// The page shows failures itself.
const quiet = { staleTime: freshMs, meta: { silent: true } } as const;

/** What is typed may be the beginning of a word; the grammar writes that with an asterisk. */
export function asTyped(q: string): string {
  return /(?:^|\s)-?[\p{L}\p{M}\p{N}]{2,}$/u.test(q) && !/(?:^|\s)OR$/.test(q) ? `${q}*` : q;
}

export const searchQueries = {
  /** Conversations by words and operators, page by page. */
  everything: (q: string, sort: SearchSort) =>
    infiniteQueryOptions({
      queryKey: ['search', 'everything', q, sort] as const,
      queryFn: ({ pageParam, signal }) =>
        api(
          'search.query',
          { query: { q: asTyped(q), sort, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) } },
          { signal },
        ),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor,
      ...quiet,
    }),

  /** The contract's searches (wire B 5). */
  conversations: (query: string) =>
    queryOptions({
      queryKey: ['search', 'conversations', query] as const,
      queryFn: ({ signal }) => api('search.conversations', { query: { query } }, { signal }),
      ...quiet,
    }),
  messages: (query: string) =>
    queryOptions({
      queryKey: ['search', 'messages', query] as const,
      queryFn: ({ signal }) => api('search.messages', { query: { query } }, { signal }),
      ...quiet,
    }),
  contacts: (query: string) =>
    queryOptions({
      queryKey: ['search', 'contacts', query] as const,
      queryFn: ({ signal }) => api('search.contacts', { query: { query } }, { signal }),
      ...quiet,
    }),
};
