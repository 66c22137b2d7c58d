import { type RefObject, useLayoutEffect, useRef } from 'react';
import { holdKeys } from './early-keys.ts';
import { focusHome } from './focus-home.ts';

const origins = new WeakMap<Element, Element>();

/** Where the focus was before a key opened the layer of this trigger; undefined when the trigger itself opened it. */
export function originOf(trigger: Element): Element | undefined {
  return origins.get(trigger);
}

/**
 * A menu that a key has opened gives the focus back to where it was, not to the trigger: on that, Enter would open the menu
 * again instead of the row that the keys are at. `byTrigger` is called when the trigger opens it; `giveBack` belongs to the
 * event with which the layer returns the focus, and leaves one alone that has gone elsewhere meanwhile.
 */
export function useFocusOrigin(trigger: RefObject<HTMLElement | null>, isOpen: boolean) {
  const wasOpen = useRef(false);
  const isByTrigger = useRef(false);
  if (isOpen && !wasOpen.current && trigger.current) {
    const { activeElement } = document;
    if (isByTrigger.current || !activeElement || activeElement === document.body) origins.delete(trigger.current);
    else origins.set(trigger.current, activeElement);
  }
  useLayoutEffect(() => {
    // A menu that was clicked has no entry that the keys are at.
    const ready = isByTrigger.current
      ? '.menu, .menu *'
      : '.menu [role^="menuitem"], .menu input, .menu [role="listbox"]';
    if (isOpen) holdKeys(() => document.activeElement?.matches(ready) ?? false);
  }, [isOpen]);
  if (!isOpen) isByTrigger.current = false;
  wasOpen.current = isOpen;
  return {
    byTrigger: () => {
      isByTrigger.current = true;
    },
    giveBack: (event: Event) => {
      const origin = trigger.current && originOf(trigger.current);
      if (event.defaultPrevented || !(origin instanceof HTMLElement)) return;
      event.preventDefault();
      const { activeElement, body } = document;
      const isInside = event.target instanceof Node && event.target.contains(activeElement);
      if (activeElement && activeElement !== body && !isInside) return;
      if (origin.isConnected) origin.focus({ preventScroll: true });
      else focusHome();
    },
  };
}
