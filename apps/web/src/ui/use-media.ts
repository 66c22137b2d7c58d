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
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
