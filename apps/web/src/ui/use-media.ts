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
  return useSyncExternalStore(
    (listener) => {
      const media = mediaOf(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => mediaOf(query).matches,
  );
}

const lists = new Map<string, MediaQueryList>();

/** Every draw of a component asks, and the browser's answer keeps itself up to date. */
function mediaOf(query: string): MediaQueryList {
  const known = lists.get(query) ?? window.matchMedia(query);
  lists.set(query, known);
  return known;
}
