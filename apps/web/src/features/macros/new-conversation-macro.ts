import type { Macro } from '@bellhop/contract';
import { useSyncExternalStore } from 'react';

let chosen: Macro | undefined;
const listeners = new Set<() => void>();

/** Keeps the macro for the conversation that is being started; its actions run after that was created (specification 7). */
export function setNewConversationMacro(macro: Macro | undefined): void {
  chosen = macro;
  for (const listener of listeners) listener();
}

/** The macro chosen for the conversation that is being started. */
export function useNewConversationMacro(): Macro | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
}
