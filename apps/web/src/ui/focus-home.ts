import { useEffect, useRef } from 'react';

/** What can take the focus, best first; `gone` had it. */
type Home = (gone: Element | null) => readonly (HTMLElement | null | undefined)[];

const homes: { current: Home }[] = [];
let last: Element | null = null;
let isListening = false;

/**
 * Names the elements of a screen that take the focus when what had it is gone: a row that left its list, a bar that closed. The
 * first that can have it does.
 */
export function useFocusHome(home: Home): void {
  const present = useRef(home);
  present.current = home;
  useEffect(() => {
    listen();
    homes.push(present);
    return () => {
      homes.splice(homes.indexOf(present), 1);
    };
  }, []);
  // After every render: whatever the screen has taken away is gone by now. A layer that closes gives the focus back first.
  useEffect(bringHome);
}

/** Whatever was taken away may have had the focus. */
export function bringHome(): void {
  if (isFocusLost()) requestAnimationFrame(() => isFocusLost() && focusHome());
}

/** Puts the focus where the screen wants it when it has no place of its own, else on the page. */
export function focusHome(gone: Element | null = last): void {
  for (const home of homes.toReversed()) {
    for (const element of home.current(gone)) {
      element?.focus({ preventScroll: true });
      if (element && document.activeElement === element) return;
    }
  }
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Nothing has the focus because what had it was taken out of the page; a click beside everything is somebody's wish. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return (activeElement === null || activeElement === body) && last !== null && !last.isConnected;
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null;
  });
}
