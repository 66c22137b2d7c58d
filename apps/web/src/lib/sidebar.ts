import { useSyncExternalStore } from 'react';

const storageKey = 'mainSidebarOpen';
const cookieDays = 7;
const listeners = new Set<() => void>();

let isOpen = readOpen();
let isDrawerOpen = false;

/** Whether the section sidebar stands beside the page, and whether it lies over it as a drawer on a phone. */
export function useSidebar(): { isOpen: boolean; isDrawerOpen: boolean } {
  return {
    isOpen: useSyncExternalStore(subscribe, () => isOpen),
    isDrawerOpen: useSyncExternalStore(subscribe, () => isDrawerOpen),
  };
}

/** Shows or hides the sidebar; remembered under mainSidebarOpen and in a cookie for 7 days (specification 2 and 9). */
export function toggleSidebar(): void {
  isOpen = !isOpen;
  localStorage.setItem(storageKey, String(isOpen));
  document.cookie = `sidebar_open=${isOpen}; path=/; max-age=${cookieDays * 24 * 3600}; samesite=lax`;
  notify();
}

/** Opens or closes the drawer of a phone; not remembered. */
export function setDrawer(open: boolean): void {
  isDrawerOpen = open;
  notify();
}

function readOpen(): boolean {
  const stored = localStorage.getItem(storageKey) ?? /(?:^|;\s*)sidebar_open=(\w+)/.exec(document.cookie)?.[1];
  return stored !== 'false';
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
