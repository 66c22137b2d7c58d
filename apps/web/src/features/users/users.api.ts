import type { AvailabilityStatus, CompactAgent } from '@bellhop/contract';
import { type QueryClient, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, api } from '../../lib/api.ts';
import { findCurrentAgent, patchCurrentAgent } from '../../lib/session.ts';

export const agentQueries = {
  /** All agents, disabled ones included. Loaded at start, a failure is only logged (specification 8). */
  compact: () =>
    queryOptions({
      queryKey: ['agents', 'compact'],
      queryFn: ({ signal }) => api('agents.compact', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      meta: { silent: true },
    }),
  /** All agents as their table shows them, latest update first; for administrators. */
  list: () =>
    queryOptions({
      queryKey: ['agents', 'list'],
      queryFn: ({ signal }) => api('agents.list', {}, { signal }),
      meta: { silent: true },
    }),
  /** One of them, for the form. */
  detail: (id: number) =>
    queryOptions({
      queryKey: ['agents', id],
      queryFn: ({ signal }) => api('agents.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
};

/** Finds agents by id, all with one look at the cache; undefined for null, unknown ids and until they are loaded. */
export function useAgents(): (id: number | null) => CompactAgent | undefined {
  const { data } = useQuery(agentQueries.compact());
  return useMemo(() => {
    const byId = new Map(data?.map((agent) => [agent.id, agent]));
    return (id) => (id === null ? undefined : byId.get(id));
  }, [data]);
}

/** Sets the own availability by hand; shown at once, taken back when the server refuses. */
export function useSetAvailability() {
  return useMutation({
    mutationFn: (status: AvailabilityStatus) => api('agents.set_availability', { body: { status, source: 'manual' } }),
    onMutate: (status) => {
      const before = findCurrentAgent()?.availability_status;
      patchCurrentAgent({ availability_status: status });
      return before;
    },
    onError: (_error, _status, before) => before && patchCurrentAgent({ availability_status: before }),
  });
}

/**
 * Tells the server what the idle timer found (specification 4). A 401 leads to the login page and back here
 * (settled question 5); other failures wait for the next check.
 */
export async function reportIdle(status: 'away' | 'online'): Promise<void> {
  try {
    await api('agents.set_availability', { body: { status, source: 'idle' } }, { allowUnauthorized: true });
    patchCurrentAgent({ availability_status: status });
  } catch (error) {
    if (error instanceof ApiError && error.status_code === 401) {
      window.location.assign(`/?next=${encodeURIComponent(window.location.pathname + window.location.search)}`);
    } else {
      console.warn(error);
    }
  }
}

/** Websocket frame `agent_availability_update`: somebody's availability, perhaps one's own from another tab. */
export function applyAvailability(
  client: QueryClient,
  { id, availability_status }: { id: number; availability_status: AvailabilityStatus },
): void {
  const apply = <A extends { id: number; availability_status: AvailabilityStatus }>(agents: A[] | undefined) =>
    agents?.map((agent) => (agent.id === id ? { ...agent, availability_status } : agent));
  client.setQueryData(agentQueries.compact().queryKey, apply);
  client.setQueryData(agentQueries.list().queryKey, apply);
  if (findCurrentAgent()?.id === id) patchCurrentAgent({ availability_status });
}
