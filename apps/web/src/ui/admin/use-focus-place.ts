import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a field that is made of several controls: put the answer on the element round them, and when saving is refused the first one
 * that `selector` finds takes the focus.
 */
export function useFocusPlace(
  field: { ref: (element: { focus: () => void }) => void },
  selector = '[aria-invalid="true"]',
): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const { ref } = field;
  useEffect(() => {
    ref({ focus: () => place.current?.querySelector<HTMLElement>(selector)?.focus() });
  }, [ref, selector]);
  return place;
}
