import { defaultStatusNames } from 'virtual:contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { count } from '../../../lib/format.ts';
import { conversationQueries, type ListParams } from '../conversations.api.ts';
import { countOf } from '../list-counts.ts';
import type { ListScope } from '../paths.ts';

/**
 * How many open conversations a list holds, as text for its sidebar entry; '' for none and while unknown. All lists come in
 * one call. Views are not counted ahead: theirs shows once the list is loaded.
 */
export function useScopeTotal(scope: ListScope): string {
  const { data: counts } = useQuery(conversationQueries.counts());
  const view: ListParams = { scope, status: null, sort: 'newest' };
  const loaded = useInfiniteQuery({ ...conversationQueries.list(view), enabled: false }).data?.pages[0];
  if (scope.kind === 'view') return totalText(loaded?.total, loaded?.total_capped);
  return totalText(counts && countOf(counts, scope, defaultStatusNames.open));
}

/** A total as it stands beside a list: '' for none, "10,000+" where the server stopped counting. */
export function totalText(total: number | undefined, isCapped = false): string {
  return total ? `${count(total)}${isCapped ? '+' : ''}` : '';
}
