import { useRef } from 'react';
import { focusHome } from '../../ui/focus-home.ts';

/**
 * Gives the focus back to where it was when the layer opened, then runs what was chosen in it: that may move the focus
 * on, or open the next layer.
 */
export function useFocusKeeper() {
  const opener = useRef<Element>(null);
  const next = useRef<() => void>(undefined);
  return {
    afterwards: (run: () => void) => {
      next.current = run;
    },
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const from = opener.current;
      const isThere = from instanceof HTMLElement && from.isConnected;
      // What opened it may be gone, with the menu that it stood in: the page's keys must work all the same.
      if (isThere) from.focus({ preventScroll: true });
      else focusHome();
      const run = next.current;
      next.current = undefined;
      run?.();
    },
  };
}
