import type { ListedMetric } from '@bellhop/contract';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { behindPath } from './Figure.tsx';
import { hourText, weekdayText } from './figures.ts';

interface Cell {
  weekday: number;
  hour: number;
  n: number;
}

interface HeatMapProps {
  title: string;
  metric: ListedMetric;
  /** All 168 hours of the week. */
  cells: readonly Cell[];
}

/** How much of the colour the fullest field has, in per cent: its number must still be read on it. */
const deepest = 40;
const weekdays = [1, 2, 3, 4, 5, 6, 7];
const hours = Array.from({ length: 24 }, (_none, hour) => hour);

/**
 * The hours of the week as a table whose fields are the darker the more there is in them; each says its number and leads to what it counts. Tab comes
 * to one field, arrows go to the others. On a phone the hours go down.
 */
export function HeatMap({ title, metric, cells }: HeatMapProps) {
  const isTall = useMedia(screens.phone);
  const { search } = useLocation();
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState({ weekday: 1, hour: 9 });
  const most = Math.max(1, ...cells.map(({ n }) => n));
  const numbers = new Map(cells.map(({ weekday, hour, n }) => [`${weekday} ${hour}`, n]));
  const busiest = cells.reduce<Cell | undefined>((one, cell) => (one && one.n >= cell.n ? one : cell), undefined);
  const move = (event: KeyboardEvent) => {
    const next = nextField(at, event.key, isTall);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    table.current?.querySelector<HTMLElement>(`[data-at="${next.weekday} ${next.hour}"]`)?.focus();
  };
  const field = (weekday: number, hour: number) => {
    const n = numbers.get(`${weekday} ${hour}`) ?? 0;
    return (
      <td
        key={`${weekday} ${hour}`}
        style={{ background: `color-mix(in srgb, var(--chart-1) ${Math.round((n / most) * deepest)}%, var(--page))` }}
      >
        <Link
          data-at={`${weekday} ${hour}`}
          tabIndex={at.weekday === weekday && at.hour === hour ? 0 : -1}
          className={n === 0 ? 'is-none' : undefined}
          to={behindPath(search, metric, { weekday, hour })}
          title={`${weekdayText(weekday, 'long')} ${hourText(hour)}`}
          onFocus={() => setAt({ weekday, hour })}
        >
          {count(n)}
        </Link>
      </td>
    );
  };
  const dayHead = (weekday: number, scope: 'row' | 'col') => (
    <th key={weekday} scope={scope}>
      {weekdayText(weekday, 'short')}
    </th>
  );
  const hourHead = (hour: number, scope: 'row' | 'col') => (
    <th key={hour} scope={scope} className="num">
      {hourText(hour, isTall)}
    </th>
  );
  const [across, down] = isTall ? [weekdays, hours] : [hours, weekdays];
  return (
    <div className="heat-frame">
      {busiest && busiest.n > 0 && (
        <p className="heat-most">
          {t('report.busiest', {
            day: weekdayText(busiest.weekday, 'long'),
            hour: hourText(busiest.hour),
            n: count(busiest.n),
          })}
        </p>
      )}
      <table ref={table} className="heat" aria-label={title} onKeyDown={move}>
        <thead>
          <tr>
            <td />
            {across.map((one) => (isTall ? dayHead(one, 'col') : hourHead(one, 'col')))}
          </tr>
        </thead>
        <tbody>
          {down.map((line) => (
            <tr key={line}>
              {isTall ? hourHead(line, 'row') : dayHead(line, 'row')}
              {across.map((one) => (isTall ? field(one, line) : field(line, one)))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The field that a key leads to; those at the edge end there. */
function nextField({ weekday, hour }: Omit<Cell, 'n'>, key: string, isTall: boolean): Omit<Cell, 'n'> | undefined {
  const isTurned = document.documentElement.dir === 'rtl';
  const steps: Record<string, readonly [across: number, down: number]> = {
    ArrowRight: [isTurned ? -1 : 1, 0],
    ArrowLeft: [isTurned ? 1 : -1, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
    Home: [-24, 0],
    End: [24, 0],
  };
  const step = steps[key];
  if (!step) return undefined;
  const [days, of] = isTall ? step : [step[1], step[0]];
  return {
    weekday: Math.min(7, Math.max(1, weekday + days)),
    hour: Math.min(23, Math.max(0, hour + of)),
  };
}
