import { type RefObject, useEffect, useState } from 'react';

/** How far outside the window something counts as near. */
const margin = '1500px 0px';

/** Whether an element is in the thread's window or near it. */
export function useNearView(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: ref.current.closest('.thread'),
      rootMargin: margin,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isNear;
}
