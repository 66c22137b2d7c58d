import type { Message } from '@bellhop/contract';
import { useSyncExternalStore } from 'react';

/** What others have written meanwhile, by conversation, while the agent decides what to do with an unsent reply. */
let collisions: ReadonlyMap<string, readonly Message[]> = new Map();
const listeners = new Set<() => void>();

/** The messages that stopped the reply to a conversation; undefined when none did. */
export function useCollision(uuid: string): readonly Message[] | undefined {
  return useSyncExternalStore(subscribe, () => collisions.get(uuid));
}

/** `messages` is empty for those who may not read them. */
export function setCollision(uuid: string, messages: readonly Message[] | undefined): void {
  const next = new Map(collisions);
  if (messages) next.set(uuid, messages);
  else next.delete(uuid);
  collisions = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
