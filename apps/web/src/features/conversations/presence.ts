import type { ConversationPresence } from '@bellhop/contract';
import { useSyncExternalStore } from 'react';

export type PresentAgents = ConversationPresence['agents'];

const nobody: PresentAgents = [];
const listeners = new Set<() => void>();
let present: ReadonlyMap<string, PresentAgents> = new Map();

/** Who has a conversation open, the agent included; nobody while the live connection is lost. */
export function usePresent(uuid: string): PresentAgents {
  return useSyncExternalStore(subscribe, () => present.get(uuid) ?? nobody);
}

/** Frame `presence_update`, and what `presence.list` answers. */
export function applyPresence({ conversation_uuid, agents }: ConversationPresence): void {
  const next = new Map(present);
  if (agents.length > 0) next.set(conversation_uuid, agents);
  else next.delete(conversation_uuid);
  put(next);
}

/** The connection is lost: nobody knows any more who is where. */
export function forgetPresence(): void {
  if (present.size > 0) put(new Map());
}

function put(next: ReadonlyMap<string, PresentAgents>): void {
  present = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
