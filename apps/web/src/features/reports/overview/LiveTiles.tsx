import type { ListedMetric } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toApiError } from '../../../lib/api.ts';
import { count, timeOfDay } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Dot } from '../../../ui/Avatar.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { Figure } from '../kit/Figure.tsx';
import { reportQueries } from '../reports.api.ts';

/** How many conversations and agents there are now; looked at again every minute. */
export function LiveTiles() {
  const { data, error, dataUpdatedAt, refetch } = useQuery(reportQueries.counts());
  const title = t('report.now');
  if (!data && error) {
    return (
      <ErrorPanel
        title={t('admin.list.failed', { name: title })}
        message={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  }
  const shown = (n: number | undefined) => (n === undefined ? <Skeleton width="56px" height="32px" /> : count(n));
  const leading = (metric: ListedMetric, n: number | undefined) =>
    n === undefined ? shown(n) : <Figure metric={metric} n={n} />;
  const agents =
    data &&
    ([
      { tone: 'warn', text: t('report.away', { n: count(data.agents_away) }) },
      { tone: 'warn', text: t('report.reassigning', { n: count(data.agents_reassigning) }) },
      { tone: 'off', text: t('report.offline', { n: count(data.agents_offline) }) },
    ] as const);
  const all = data && data.agents_online + data.agents_away + data.agents_reassigning + data.agents_offline;
  return (
    <section className="tiles" aria-label={title} aria-busy={!data}>
      <dl>
        <Tile name={t('globals.terms.open')} figure={leading('backlog', data?.open)}>
          {data && t('report.snoozed', { n: count(data.snoozed) })}
        </Tile>
        <Tile name={t('globals.terms.awaitingResponse')} figure={leading('awaiting_response', data?.awaiting_response)}>
          {t('report.awaiting_about')}
        </Tile>
        <Tile name={t('globals.terms.unassigned')} figure={leading('unassigned', data?.unassigned)}>
          {t('report.unassigned_about')}
        </Tile>
        <Tile name={t('globals.terms.pending')} figure={leading('pending', data?.pending)}>
          {t('report.pending_about')}
        </Tile>
        <Tile
          name={t('report.agents_online')}
          figure={
            <>
              {shown(data?.agents_online)} {all !== undefined && <small>{t('report.of', { total: count(all) })}</small>}
            </>
          }
        >
          {agents?.map(({ tone, text }) => (
            <span key={text} className="tile-state">
              <Dot tone={tone} /> {text}
            </span>
          ))}
        </Tile>
      </dl>
      <p className="tiles-foot muted" role={error ? 'alert' : undefined}>
        {error && data
          ? t('report.not_renewed', { time: timeOfDay(dataUpdatedAt), reason: toApiError(error).message })
          : data && t('report.renewed', { time: timeOfDay(dataUpdatedAt) })}
      </p>
    </section>
  );
}

function Tile({ name, figure, children }: { name: string; figure: ReactNode; children: ReactNode }) {
  return (
    <div className="tile">
      <dt>{name}</dt>
      <dd className="tile-figure num">{figure}</dd>
      <dd className="tile-about">{children}</dd>
    </div>
  );
}
