import type { Agent, Permission } from '@bellhop/contract';
import { useSyncExternalStore } from 'react';

let agent: Agent | undefined;
const listeners = new Set<() => void>();

/** Makes somebody the signed-in agent of this page. */
export function setCurrentAgent(next: Agent): void {
  agent = next;
  for (const listener of listeners) listener();
}

/** Changes members of the signed-in agent, such as the availability. */
export function patchCurrentAgent(patch: Partial<Agent>): void {
  if (agent) setCurrentAgent({ ...agent, ...patch });
}

/** The signed-in agent, or undefined on the login page. */
export function findCurrentAgent(): Agent | undefined {
  return agent;
}

/** The signed-in agent. Throws on the login page; everything behind the shell has one. */
export function useCurrentAgent(): Agent {
  const current = useSyncExternalStore(subscribe, findCurrentAgent);
  if (!current) throw new Error('Nobody is signed in');
  return current;
}

/** Whether the signed-in agent holds a permission. It only hides things: the server decides. */
export function can(permission: Permission, who: Agent | undefined = agent): boolean {
  return who?.permissions.includes(permission) ?? false;
}

/** `can`, rendered anew when the agent changes. */
export function useCan(permission: Permission): boolean {
  return can(permission, useCurrentAgent());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
