import { useSyncExternalStore } from 'react';

const storageKey = 'bellhop.images_of';
/** The longest-known senders are forgotten beyond this many. */
const mostSenders = 2000;
const listeners = new Set<() => void>();
let senders = read();

/** Whether pictures from elsewhere are shown in mails of this address; asked for once, remembered on this device. */
export function useShowsImages(address: string): boolean {
  return useSyncExternalStore(subscribe, () => senders.has(address));
}

/** Shows pictures from elsewhere in mails of this address from now on. */
export function showImagesOf(address: string): void {
  senders = new Set([...senders, address].slice(-mostSenders));
  localStorage.setItem(storageKey, JSON.stringify([...senders]));
  for (const listener of listeners) listener();
}

function read(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []);
  } catch (error) {
    // Somebody else's text under our key: the pictures are asked for again.
    console.warn(error);
    return new Set();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
