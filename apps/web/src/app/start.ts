import type { Agent } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { startDrafts } from '../features/conversations/index.ts';
import { customAttributeQueries } from '../features/custom-attributes/index.ts';
import { inboxQueries } from '../features/inboxes/index.ts';
import { macroQueries } from '../features/macros/index.ts';
import { priorityQueries } from '../features/priorities/index.ts';
import { slaQueries } from '../features/sla/index.ts';
import { statusQueries } from '../features/statuses/index.ts';
import { tagQueries } from '../features/tags/index.ts';
import { teamQueries } from '../features/teams/index.ts';
import { agentQueries } from '../features/users/index.ts';
import { viewQueries } from '../features/views/index.ts';
import { ApiError, api } from '../lib/api.ts';
import { showFavicon } from '../lib/favicon.ts';
import { findCurrentAgent, setCurrentAgent } from '../lib/session.ts';
import { setSettings } from '../lib/settings.ts';
import { renewTitle } from '../lib/title.ts';

/** The signed-in agent; a 401 is left to the caller, who leads to the login page without a toast (specification 8). */
export function loadCurrentAgent(): Promise<Agent> {
  return api('agents.me', {}, { allowUnauthorized: true });
}

/**
 * Looks again who is signed in and what they may do: after a refusal or a loss of the connection somebody may have changed
 * it. Failures are only logged.
 */
export async function renewCurrentAgent(): Promise<void> {
  try {
    const agent = await loadCurrentAgent();
    if (JSON.stringify(agent) !== JSON.stringify(findCurrentAgent())) setCurrentAgent(agent);
  } catch (error) {
    // Nothing else can be done before there is one: the page is loaded anew and asks for it.
    if (error instanceof ApiError && error.code === 'session.second_factor_required') {
      return window.location.assign('/account/second-factor');
    }
    console.warn(error);
  }
}

/** An administrator has changed the general settings: title and icon follow, texts with the next page load. Failures are only logged. */
export async function renewSettings(): Promise<void> {
  try {
    setSettings(await api('settings.general'));
    renewTitle();
    showFavicon();
  } catch (error) {
    console.warn(error);
  }
}

/** What every screen needs, in parallel; each failure is its own and only logged (specification 8, wire B 16). */
export function startLoads(client: QueryClient): void {
  void client.prefetchQuery(statusQueries.list());
  void client.prefetchQuery(priorityQueries.list());
  void client.prefetchQuery(agentQueries.compact());
  void client.prefetchQuery(teamQueries.compact());
  void client.prefetchQuery(inboxQueries.list());
  void client.prefetchQuery(slaQueries.list());
  void client.prefetchQuery(tagQueries.list());
  void client.prefetchQuery(customAttributeQueries.list());
  void client.prefetchQuery(macroQueries.list());
  void client.prefetchQuery(viewQueries.mine());
  startDrafts();
  if (globalThis.Notification?.permission === 'granted') {
    void import('../features/account/push.api.ts').then(({ renewPush }) => renewPush(), console.info);
  }
}
