import { type CSSProperties, useLayoutEffect, useState } from 'react';

/**
 * Elements say by `data-toasts` where toasts of the application lie while they are on screen: `below` them, such as a header whose
 * buttons are wanted, or `inside` an empty pane. The last one counts, so that a pane beside the list comes before the list.
 */
const marks = '[data-toasts]';
/** Distances in px: from what they lie below; from the top of a pane (specification 9); in the band of a page's header. */
const gapBelow = 8;
const insetInside = 32;
const insetInBand = 8;

/** Where top-center is now, as the variables that toast.css reads. Found anew whenever something changes while toasts are shown. */
export function useToastPlace(hasToasts: boolean): CSSProperties {
  const [place, setPlace] = useState(findPlace);
  useLayoutEffect(() => {
    if (!hasToasts) return;
    const renew = () => {
      const next = findPlace();
      setPlace((before) => (before.x === next.x && before.top === next.top ? before : next));
    };
    renew();
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(renew);
    });
    const main = document.getElementById('main');
    if (main) observer.observe(main, { childList: true, subtree: true });
    window.addEventListener('resize', renew);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', renew);
    };
  }, [hasToasts]);
  return { '--toasts-top': `${place.top}px`, '--toasts-x': place.x === null ? '50%' : `${place.x}px` } as CSSProperties;
}

function findPlace(): { x: number | null; top: number } {
  const mark = [...document.querySelectorAll<HTMLElement>(marks)].findLast(isOnScreen);
  if (!mark) return { x: null, top: insetInBand };
  const { left, width, top, bottom } = mark.getBoundingClientRect();
  const x = Math.round(left + width / 2);
  return { x, top: Math.round(mark.dataset.toasts === 'inside' ? top + insetInside : bottom + gapBelow) };
}

/** Below 1024 px the pane beside the list stands out of sight. */
function isOnScreen(element: HTMLElement): boolean {
  const { left, right, width } = element.getBoundingClientRect();
  return width > 0 && right > 0 && left < window.innerWidth && element.checkVisibility({ visibilityProperty: true });
}
