import type { ReactNode } from 'react';
import type { PaletteLevel } from '../../lib/palette-level.ts';

export type PaletteGroup = 'recent' | 'conversation' | 'go' | 'desk' | 'choice';

/** One line of the palette. */
export interface PaletteEntry {
  /** Stable: what was used last is remembered by it. */
  id: string;
  label: string;
  group: PaletteGroup;
  icon: ReactNode;
  /** The key that does the same, as it comes (lib/key-map.ts). */
  keys?: string;
  hint?: string;
  /** Further words that find it. */
  also?: string;
  /** One value of many, such as a tag: shown once it is typed for. */
  isDeep?: boolean;
  /** Shown with a tick in a level of choices. */
  isChosen?: boolean;
  /** What Ctrl or Cmd with Enter does instead. */
  quick?: () => void;
  /** The palette stays open for more. */
  staysOpen?: boolean;
  /** What it does: another level, or this, once the palette has closed and given the focus back. */
  to: PaletteLevel | (() => void);
}
