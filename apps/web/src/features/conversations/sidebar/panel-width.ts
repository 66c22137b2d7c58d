import { type CSSProperties, useCallback } from 'react';
import { useRememberedNumber } from '../../../lib/remembered.ts';

/** How narrow and how wide the details may be made, in px. Without a choice the style sheet's width holds. */
export const panelWidths = { least: 220, most: 480 } as const;

/** The width of the details on this device, as a style for what holds them, and how to change it; null is the style sheet's. */
export function usePanelWidth(): { style: CSSProperties; setWidth: (width: number | null) => void } {
  const [width, setWidth] = useRememberedNumber('bellhop.details.width');
  const style = width === null ? {} : ({ '--w-panel': `${clampWidth(width)}px` } as CSSProperties);
  const set = useCallback((next: number | null) => setWidth(next === null ? null : clampWidth(next)), [setWidth]);
  return { style, setWidth: set };
}

export function clampWidth(width: number): number {
  return Math.round(Math.min(panelWidths.most, Math.max(panelWidths.least, width)));
}
