import { useEffect, useRef, useState } from 'react';
import type { OpenMenu } from './bar-parts.tsx';

/**
 * Opens a menu once the layer that is closing now has given the focus back: what opened before that would be closed by
 * it.
 */
export function useOpenAfter(onOpen: (menu: OpenMenu) => void): (menu: OpenMenu) => void {
  const [wanted, setWanted] = useState<OpenMenu>();
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(() => {
    if (!wanted) return;
    // The layer's own timer, which moves the focus, was set a moment earlier in the same commit.
    const timer = setTimeout(() => {
      setWanted(undefined);
      latest.current(wanted);
    });
    return () => clearTimeout(timer);
  }, [wanted]);
  return setWanted;
}
