import type { Automation, AutomationType } from '@bellhop/contract';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const automationQueries = {
  /** The rules of a type in their order. */
  list: (type: AutomationType) =>
    queryOptions({
      queryKey: ['automations', 'list', type],
      queryFn: ({ signal }) => api('automations.list', { query: { type } }, { signal }),
    }),
  /** One rule. */
  one: (id: number) =>
    queryOptions({
      queryKey: ['automations', 'one', id],
      queryFn: ({ signal }) => api('automations.get', { params: { id } }, { signal }),
    }),
  /** What a rule did, newest first, as many pages as were asked for. */
  log: (id: number, failed: boolean) =>
    infiniteQueryOptions({
      queryKey: ['automations', 'log', id, failed],
      queryFn: ({ signal, pageParam: cursor }) =>
        api(
          'automations.log',
          { params: { id }, query: { ...(failed && { failed }), ...(cursor && { cursor }) } },
          { signal },
        ),
      initialPageParam: null as number | null,
      getNextPageParam: ({ next_cursor }) => next_cursor,
      staleTime: 0,
    }),
};

/** A dry run, looked at anew until it is over. */
export const dryRunQuery = (id: number) =>
  queryOptions({
    queryKey: ['automations', 'dry-run', id],
    queryFn: ({ signal }) => api('automations.dry_run_state', { params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'waiting' || state.data?.state === 'running' ? pollMs : false,
    staleTime: Number.POSITIVE_INFINITY,
  });
const pollMs = 700;

/** Puts rules in this order; shown at once, fetched anew when the server refuses. */
export async function orderRules(
  client: QueryClient,
  type: AutomationType,
  rules: readonly Automation[],
): Promise<void> {
  const { queryKey } = automationQueries.list(type);
  client.setQueryData(queryKey, [...rules]);
  const weights = Object.fromEntries(rules.map(({ id }, index) => [String(id), index + 1]));
  try {
    await api('automations.set_weights', { body: weights });
  } finally {
    await client.invalidateQueries({ queryKey });
  }
}
