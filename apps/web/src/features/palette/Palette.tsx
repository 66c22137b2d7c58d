import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { toApiError } from '../../lib/api.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { onOpenPalette, openPalette, type PaletteLevel } from '../../lib/palette-level.ts';
import { dropTyped, startTypeAhead } from '../../lib/type-ahead.ts';
import { toast } from '../../ui/toast.ts';

const loadDialog = () => import('./PaletteDialog.tsx');
const PaletteDialog = lazy(async () => ({ default: (await loadDialog()).PaletteDialog }));
/** The first screen comes first. */
const fetchAfterMs = 2_000;

/** Ctrl or Cmd with K opens the palette from anywhere, an event opens it at a level (specification 2). */
export function Palette({ onShowKeys }: { onShowKeys: () => void }) {
  const [opened, setOpened] = useState<{ level: PaletteLevel; count: number }>();
  const count = useRef(0);
  useHotkeys([{ keys: 'mod+k', label: 'hotkeys.palette', isEverywhere: true, run: () => openPalette() }]);
  useEffect(
    () =>
      onOpenPalette((next) => {
        // What is typed before the field stands is meant for it.
        startTypeAhead();
        loadDialog().then(
          () => {
            count.current += 1;
            setOpened({ level: next, count: count.current });
          },
          (error: unknown) => {
            dropTyped();
            toast.error(toApiError(error).message);
          },
        );
      }),
    [],
  );
  useEffect(() => {
    // Without a connection it does not come; opening it asks again.
    const timer = setTimeout(() => loadDialog().catch(() => undefined), fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (opened === undefined) return null;
  const close = () => {
    // The focus goes back a moment after the dialog has gone; the next one may be open by then.
    if (count.current !== opened.count) return;
    dropTyped();
    setOpened(undefined);
  };
  return (
    <Suspense>
      <PaletteDialog key={opened.count} first={opened.level} onClose={close} onShowKeys={onShowKeys} />
    </Suspense>
  );
}
