import type { ListedMetric, ReportRows } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { EyeOff, SearchX } from 'lucide-react';
import { Fragment } from 'react';
import { useSearchParams } from 'react-router';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { PageFoot } from '../../../ui/PageFoot.tsx';
import { EmptyState, Skeleton } from '../../../ui/Void.tsx';
import { Definition, metricName } from '../kit/Definition.tsx';
import { Failed } from '../kit/Failed.tsx';
import { FileLink } from '../kit/FileLink.tsx';
import { ReportPage } from '../ReportPage.tsx';
import { changedParams } from '../range/report-params.ts';
import { ScopeBar } from '../range/ScopeBar.tsx';
import { Stated } from '../range/Stated.tsx';
import { useScope } from '../range/use-scope.ts';
import { exportPath, reportQueries } from '../reports.api.ts';
import { behindOf, isListed } from './behind-params.ts';
import { RowsTable } from './RowsTable.tsx';

const sizes = [50, 100] as const;
const nowMetrics: readonly ListedMetric[] = ['backlog', 'awaiting_response', 'unassigned', 'pending', 'snoozed'];

/** What is behind a number: the conversations that it counts, as far as the reader may see them. */
export function Component() {
  const [params] = useSearchParams();
  const metric = params.get('metric') ?? '';
  return (
    <ReportPage title={t('report.behind')}>
      {() => (isListed(metric) ? <Rows key={metric} metric={metric} /> : <Unknown />)}
    </ReportPage>
  );
}

function Unknown() {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t('report.behind_unknown')}
      text={t('report.behind_unknown_text')}
    />
  );
}

function Rows({ metric }: { metric: ListedMetric }) {
  const state = useScope();
  const [params, setParams] = useSearchParams();
  const name = metricName(metric);
  const behind = behindOf(params, metric);
  const page = Number(/^[1-9]\d{0,5}$/.exec(params.get('page') ?? '')?.[0] ?? 1);
  const size = sizes.find((one) => String(one) === params.get('size')) ?? sizes[0];
  const hasWindow = behind.query.overview_days !== undefined;
  const { days, ...rest } = state.query;
  const asked = { ...rest, ...(days !== undefined && !hasWindow && { days }), ...behind.query, metric };
  const query = useQuery(reportQueries.rows({ ...asked, page, page_size: size }));
  const { data } = query;
  const isNow = nowMetrics.includes(metric);
  const change = (next: { page?: string; size?: string }) =>
    setParams((present) => {
      const changed = changedParams(present, 'size' in next ? { size: next.size } : {});
      if (next.page) changed.set('page', next.page);
      return changed;
    });
  return (
    <>
      <ScopeBar state={state} shown={data} isNow={isNow || hasWindow} hasHours={metric.endsWith('_time')} />
      <div className="behind-head">
        <h2>
          {name || t('report.behind')}
          {behind.words().map((word) => (
            <Fragment key={word}> · {word}</Fragment>
          ))}
        </h2>
        <Definition of={[metric]} name={name} />
        {data && <strong className="num">{count(data.total)}</strong>}
        <span className="report-tools">
          <FileLink to={exportPath('conversations', asked)} name={name} />
        </span>
      </div>
      <Stated of={data && (isNow ? { as_of: data.as_of, time_zone: data.time_zone } : data)} />
      <Failed query={query} name={name || t('report.behind')}>
        {data ? (
          <div aria-busy={query.isPlaceholderData} className="report-widget-body">
            <Hidden rows={data} />
            {data.results.length === 0 ? (
              <EmptyState
                icon={<SearchX aria-hidden />}
                title={t('report.behind_none')}
                text={t('report.empty_text')}
              />
            ) : (
              <RowsTable metric={metric} title={name} rows={data.results} isBusiness={data.business_hours} />
            )}
            <PageFoot
              state={{ page, size, change }}
              sizes={sizes}
              total={data.readable}
              total_pages={data.total_pages}
              is_capped={false}
              shown={data.results.length}
            />
          </div>
        ) : (
          <Skeleton width="100%" height="320px" />
        )}
      </Failed>
    </>
  );
}

/** The number counts what the reader may not see, too. */
function Hidden({ rows: { total, readable } }: { rows: ReportRows }) {
  if (total <= readable) return null;
  return (
    <p className="behind-hidden">
      <EyeOff aria-hidden /> {t('report.hidden', { n: count(total - readable) }, total - readable)}
    </p>
  );
}
