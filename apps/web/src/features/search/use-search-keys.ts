import type { RefObject } from 'react';
import { useHotkeys } from '../../lib/hotkeys.ts';

/** `/` goes to the box, j, k and arrows from hit to hit; Enter is the link's own. */
export function useSearchKeys(field: RefObject<HTMLInputElement | null>, results: RefObject<HTMLElement | null>) {
  const hits = () => [...(results.current?.querySelectorAll<HTMLElement>('.hits .hit') ?? [])];
  const toBox = () => {
    field.current?.focus();
    field.current?.select();
  };
  const move = (step: 1 | -1) => {
    const all = hits();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at === 0 && step === -1) toBox();
    else all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  };
  useHotkeys([
    { keys: '/', label: 'hotkeys.search', run: toBox },
    { keys: ['j', 'ArrowDown'], label: 'hotkeys.next', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], label: 'hotkeys.previous', run: () => move(-1) },
  ]);
  return { toFirst: () => hits()[0]?.focus(), openFirst: () => hits()[0]?.click() };
}
