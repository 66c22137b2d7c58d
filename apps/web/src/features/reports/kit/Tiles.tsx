import type { ReportMetric } from '@bellhop/contract';
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Skeleton } from '../../../ui/Void.tsx';
import { Definition } from './Definition.tsx';
import { percentText } from './figures.ts';

export interface TileParts {
  name: string;
  /** What explains it. */
  metrics: readonly ReportMetric[];
  /** Undefined while it comes. */
  figure: ReactNode | undefined;
  about?: ReactNode;
}

/** A row of figures, each with its meaning. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly TileParts[] }) {
  return (
    <section className="tiles is-even" aria-label={label} aria-busy={tiles.some(({ figure }) => figure === undefined)}>
      <dl>
        {tiles.map(({ name, metrics, figure, about }) => (
          <div key={name} className="tile">
            <dt>
              {name}
              <Definition of={metrics} name={name} />
            </dt>
            <dd className="tile-figure num">{figure ?? <Skeleton width="56px" height="32px" />}</dd>
            <dd className="tile-about">{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** How a number stands to the one of the same number of days before. Neither direction is good by itself. */
export function Change({ from, to, before }: { from: number | null; to: number | null; before: string }) {
  if (from === null || to === null) return null;
  const Arrow = to > from ? ArrowUp : to < from ? ArrowDown : ArrowRight;
  const text =
    from === to
      ? t('report.change_none', { before })
      : from === 0
        ? t('report.change_new', { before })
        : to > from
          ? t('report.change_more', { share: percentText((to - from) / from), before })
          : t('report.change_less', { share: percentText((from - to) / from), before });
  return (
    <span className="tile-change">
      <Arrow className={from === to ? 'flips' : undefined} aria-hidden />
      {text}
    </span>
  );
}
