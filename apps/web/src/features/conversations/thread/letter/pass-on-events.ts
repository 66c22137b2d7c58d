import { type RefObject, useEffect } from 'react';

/**
 * Passes on what happens inside a mail's frame: keys, so that the page's keys work after a click into the mail, and
 * clicks on pictures. The frame itself runs no scripts; these listeners are the page's. `loads` counts its documents.
 */
export function usePassedOnEvents(
  frame: RefObject<HTMLIFrameElement | null>,
  loads: number,
  onPicture: (address: string, name: string) => void,
): void {
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!page || loads === 0) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const copy = new KeyboardEvent('keydown', event);
      // The page's handlers look at the target; an element of the frame is none of theirs.
      const isTaken = !document.body.dispatchEvent(copy);
      if (isTaken) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const image = (event.target as Element | null)?.closest?.('img');
      const address = image?.getAttribute('src') ?? '';
      if (!image || image.closest('a') || !address.startsWith('/uploads/')) return;
      onPicture(address, image.alt);
    };
    page.addEventListener('keydown', onKeyDown);
    page.addEventListener('click', onClick);
    return () => {
      page.removeEventListener('keydown', onKeyDown);
      page.removeEventListener('click', onClick);
    };
  }, [frame, loads, onPicture]);
}
