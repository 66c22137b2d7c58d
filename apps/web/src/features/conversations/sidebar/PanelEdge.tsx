import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { clampWidth, panelWidths } from './panel-width.ts';

const step = 16;

interface PanelEdgeProps {
  /** Null gives the width back to the style sheet. */
  onResize: (width: number | null) => void;
}

/**
 * The edge between thread and details: dragged or moved with the arrows it changes the width of the details, a double click or
 * Enter takes that back. While it is dragged only the style changes; the new width is kept when it is let go.
 */
export function PanelEdge({ onResize }: PanelEdgeProps) {
  const edge = useRef<HTMLHRElement>(null);
  const [now, setNow] = useState<number>();
  const panelOf = () => edge.current?.closest<HTMLElement>('.panel');
  const keep = (width: number | null) => {
    onResize(width);
    if (width !== null) setNow(clampWidth(width));
  };

  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => {
    const panel = panelOf();
    const holder = panel?.parentElement;
    if (!panel || !holder || event.button !== 0) return;
    event.preventDefault();
    const target = event.currentTarget;
    target.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, width: panel.offsetWidth };
    const sign = document.documentElement.dir === 'rtl' ? 1 : -1;
    const widthAt = (x: number) => clampWidth(start.width + (x - start.x) * sign);
    const end = new AbortController();
    const onMove = (move: globalThis.PointerEvent) =>
      holder.style.setProperty('--w-panel', `${widthAt(move.clientX)}px`);
    const onUp = (up: globalThis.PointerEvent) => {
      end.abort();
      if (up.clientX !== start.x) keep(widthAt(up.clientX));
    };
    target.addEventListener('pointermove', onMove, { signal: end.signal });
    target.addEventListener('pointerup', onUp, { signal: end.signal });
    const before = holder.style.getPropertyValue('--w-panel');
    const onCancel = () => {
      end.abort();
      holder.style.setProperty('--w-panel', before);
    };
    target.addEventListener('pointercancel', onCancel, { signal: end.signal });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const panel = panelOf();
    if (!panel) return;
    const toStart = document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    if (event.key === 'Enter') keep(null);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      keep(panel.offsetWidth + (event.key === toStart ? step : -step));
    else if (event.key === 'Home') keep(panelWidths.least);
    else if (event.key === 'End') keep(panelWidths.most);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // A separator that can be moved takes the focus (ARIA 1.2, window splitter).
    <hr
      ref={edge}
      className="panel-edge"
      aria-orientation="vertical"
      aria-label={t('details.resize')}
      aria-valuenow={now ?? panelWidths.least}
      aria-valuemin={panelWidths.least}
      aria-valuemax={panelWidths.most}
      data-own-arrows
      {...{ tabIndex: 0 }}
      onFocus={() => setNow(panelOf()?.offsetWidth)}
      onPointerDown={onPointerDown}
      onDoubleClick={() => keep(null)}
      onKeyDown={onKeyDown}
    />
  );
}
