import { type RefObject, useEffect, useState } from 'react';

/** How far outside the window something counts as near: what a turn of the wheel or two brings into it. */
const margin = '1000px 0px';

/** One observer for all that is looked at within one element: hundreds would each be asked in every frame. */
interface Watch {
  observer: IntersectionObserver;
  listeners: Map<Element, (isNear: boolean) => void>;
}

const watches = new Map<Element | null, Watch>();

/** Whether an element is in the thread's window or near it. */
export function useNearView(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => (ref.current ? watch(ref.current, setNear) : undefined), [ref]);
  return isNear;
}

function watch(element: Element, listener: (isNear: boolean) => void): () => void {
  const root = element.closest('.thread');
  const { observer, listeners } = watches.get(root) ?? start(root);
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer.unobserve(element);
    if (listeners.size === 0) {
      observer.disconnect();
      watches.delete(root);
    }
  };
}

function start(root: Element | null): Watch {
  const listeners: Watch['listeners'] = new Map();
  const hear = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  };
  const made = { observer: new IntersectionObserver(hear, { root, rootMargin: margin }), listeners };
  watches.set(root, made);
  return made;
}
