import { useRef } from 'react';

export interface AfterClose {
  /** Keeps what is to be run instead of giving the focus back. */
  afterwards: (run: () => void) => void;
  /** Belongs to the layer that closes: a menu, a picker, a sheet. */
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Runs something when a layer has closed, in place of its giving the focus back: another layer opened before that would
 * be closed by it, a focus set before that would be lost.
 */
export function useAfterClose(): AfterClose {
  const next = useRef<() => void>(undefined);
  return {
    afterwards: (run) => {
      next.current = run;
    },
    onCloseAutoFocus: (event) => {
      const run = next.current;
      next.current = undefined;
      if (!run) return;
      event.preventDefault();
      run();
    },
  };
}
