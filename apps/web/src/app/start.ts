import type { Agent } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { customAttributeQueries } from '../features/custom-attributes/index.ts';
import { inboxQueries } from '../features/inboxes/index.ts';
import { priorityQueries } from '../features/priorities/index.ts';
import { statusQueries } from '../features/statuses/index.ts';
import { tagQueries } from '../features/tags/index.ts';
import { teamQueries } from '../features/teams/index.ts';
import { agentQueries } from '../features/users/index.ts';
import { api } from '../lib/api.ts';

/** The signed-in agent; a 401 is left to the caller, who leads to the login page without a toast (specification 8). */
export function loadCurrentAgent(): Promise<Agent> {
  return api('agents.me', {}, { allowUnauthorized: true });
}

/** What every screen needs, in parallel; each failure is its own and only logged (specification 8, wire B 16). */
export function startLoads(client: QueryClient): void {
  void client.prefetchQuery(statusQueries.list());
  void client.prefetchQuery(priorityQueries.list());
  void client.prefetchQuery(agentQueries.compact());
  void client.prefetchQuery(teamQueries.compact());
  void client.prefetchQuery(inboxQueries.list());
  void client.prefetchQuery(tagQueries.list());
  void client.prefetchQuery(customAttributeQueries.list());
}
