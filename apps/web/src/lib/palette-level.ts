/**
 * The levels of the command palette (specification 2); '' is the top. The macro levels and snooze are the contract's, the
 * others belong to the wider actions.
 */
export type PaletteLevel =
  | ''
  | 'snooze'
  | 'apply-macro-to-existing-conversation'
  | 'apply-macro-to-new-conversation'
  | 'agent'
  | 'team'
  | 'priority'
  | 'status'
  | 'tags';

const eventName = 'bellhop:palette';

/** Opens the palette at a level, from anywhere. */
export function openPalette(level: PaletteLevel = ''): void {
  window.dispatchEvent(new CustomEvent<PaletteLevel>(eventName, { detail: level }));
}

/** Hears of wishes to open the palette; answers how to stop. */
export function onOpenPalette(listener: (level: PaletteLevel) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<PaletteLevel>).detail);
  window.addEventListener(eventName, hear);
  return () => window.removeEventListener(eventName, hear);
}
