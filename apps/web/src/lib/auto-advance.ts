import { useSyncExternalStore } from 'react';
import { findCurrentAgent } from './session.ts';

/** What comes after a conversation that was resolved, snoozed or handed over: the one below, the one above, or the list. */
export const advances = ['next', 'previous', 'list'] as const;
export type Advance = (typeof advances)[number];

const listeners = new Set<() => void>();

/** What the signed-in agent has chosen on this device. */
export function autoAdvance(): Advance {
  const stored = localStorage.getItem(storageKey());
  return advances.find((advance) => advance === stored) ?? 'next';
}

/** `autoAdvance`, rendered anew when it changes, in another tab too. */
export function useAutoAdvance(): Advance {
  return useSyncExternalStore(subscribe, autoAdvance);
}

/** Keeps the choice of the signed-in agent on this device. */
export function saveAutoAdvance(advance: Advance): void {
  localStorage.setItem(storageKey(), advance);
  for (const listener of listeners) listener();
}

function storageKey(): string {
  return `bellhop.advance.${findCurrentAgent()?.id ?? 0}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
