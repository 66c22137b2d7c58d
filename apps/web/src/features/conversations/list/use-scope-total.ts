import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { count } from '../../../lib/format.ts';
import { conversationQueries, type ListParams } from '../conversations.api.ts';
import type { ListScope } from '../paths.ts';

/**
 * How many open conversations a list holds, as text for its sidebar entry; '' for none and while unknown. A list that is loaded
 * knows by itself and follows each change at once; others are asked for their total.
 */
export function useScopeTotal(scope: ListScope): string {
  const params: ListParams = { scope, status: 'Open', sort: 'newest' };
  const loaded = useInfiniteQuery({ ...conversationQueries.list(params), enabled: false }).data?.pages[0];
  const options = conversationQueries.count(scope);
  const asked = useQuery({ ...options, queryFn: loaded ? skipToken : options.queryFn }).data;
  const known = loaded ? { total: loaded.total, isCapped: loaded.total_capped } : asked;
  return known?.total ? `${count(known.total)}${known.isCapped ? '+' : ''}` : '';
}
