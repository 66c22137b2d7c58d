import { useSyncExternalStore } from 'react';

const storageKey = 'bellhop.drafts';
const listeners = new Set<() => void>();
let uuids = read();

/** Whether an unfinished reply or note waits in a conversation; the list shows a mark. */
export function useHasDraft(uuid: string): boolean {
  return useSyncExternalStore(subscribe, () => uuids.has(uuid));
}

/** The composer tells here when a conversation gets or loses its draft. */
export function noteDraft(uuid: string, hasDraft: boolean): void {
  if (uuids.has(uuid) === hasDraft) return;
  uuids = new Set(uuids);
  if (hasDraft) uuids.add(uuid);
  else uuids.delete(uuid);
  localStorage.setItem(storageKey, JSON.stringify([...uuids]));
  for (const listener of listeners) listener();
}

function read(): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(storageKey) ?? '[]') as string[]);
  } catch {
    // Somebody else's text under our key: no draft is lost by forgetting the marks.
    return new Set();
  }
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey) return;
    uuids = read();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
