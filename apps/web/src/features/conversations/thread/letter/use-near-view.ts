import { type RefObject, useEffect, useState } from 'react';

/** How far outside the window something counts as near. */
const margin = '1200px 0px';

/** Whether an element has come near the window; once near it stays so. */
export function useNearView(ref: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !ref.current) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)), {
      root: ref.current.closest('.thread'),
      rootMargin: margin,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, isNear]);
  return isNear;
}
