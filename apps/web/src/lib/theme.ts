import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';
/** What an agent may choose; `system` follows the device. */
export type ThemeChoice = Theme | 'system';

const storageKey = 'bellhop.theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** The theme on screen: the one picked on this device, else the system's. public/theme.js has set it already. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

/** Picks a theme for this device, from now on and in its other tabs. */
export function pickTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, choice);
  apply();
}

/** What was chosen for this device, rendered anew when it changes. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => {
    const picked = localStorage.getItem(storageKey);
    return picked === 'dark' || picked === 'light' ? picked : 'system';
  });
}

/** The theme, rendered anew when it changes here, in another tab or in the system. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function apply(): void {
  const picked = localStorage.getItem(storageKey);
  const isDark = picked === 'dark' || (picked !== 'light' && system.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

system.addEventListener('change', apply);
window.addEventListener('storage', (event) => {
  if (event.key === storageKey) apply();
});
