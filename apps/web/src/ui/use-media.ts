import { useSyncExternalStore } from 'react';

/** Widths of specification 9 and settled question 38, as media queries. */
export const screens = {
  /** Below 768 px: a phone; rail and sidebar give way to a drawer and the tab bar. */
  phone: '(max-width: 767px)',
  /** Below 1024 px: list and conversation are two steps. */
  oneColumn: '(max-width: 1023px)',
} as const;

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const { subscribe, holds } = watchOf(query);
  return useSyncExternalStore(subscribe, holds);
}

interface MediaWatch {
  subscribe: (listener: () => void) => () => void;
  holds: () => boolean;
}

const watches = new Map<string, MediaWatch>();

/** One for each query: another function would be subscribed anew at every draw. The browser's answer keeps itself up to date. */
function watchOf(query: string): MediaWatch {
  const known = watches.get(query);
  if (known) return known;
  const media = window.matchMedia(query);
  const made: MediaWatch = {
    subscribe: (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    holds: () => media.matches,
  };
  watches.set(query, made);
  return made;
}
