import type { ReportHours } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { Definition, metricName } from '../kit/Definition.tsx';
import { FileLink } from '../kit/FileLink.tsx';
import { HeatMap } from '../kit/HeatMap.tsx';
import { Segments } from '../kit/Segments.tsx';
import { Widget } from '../kit/Widget.tsx';
import { ReportPage } from '../ReportPage.tsx';
import { changedParams } from '../range/report-params.ts';
import { ScopeBar } from '../range/ScopeBar.tsx';
import { Stated } from '../range/Stated.tsx';
import { useScope } from '../range/use-scope.ts';
import { exportPath, reportQueries } from '../reports.api.ts';

/** When in the week things happen, so that the right number of people are there. */
export function Component() {
  return <ReportPage title={t('report.hours')}>{() => <Report />}</ReportPage>;
}

const offered = ['new', 'resolved', 'messages_in', 'messages_out'] as const;
type HourMetric = (typeof offered)[number];

function Report() {
  const state = useScope();
  const [params, setParams] = useSearchParams();
  const query = useQuery(reportQueries.hours(state.query));
  const metric = offered.find((one) => one === params.get('of')) ?? 'new';
  const title = t('report.hours');
  return (
    <>
      <ScopeBar state={state} shown={query.data} />
      <Stated of={query.data} />
      <Widget
        title={metricName(metric)}
        note={<Definition of={[metric]} name={metricName(metric)} />}
        tools={
          <>
            <Segments
              label={t('report.counted')}
              options={offered.map((one) => ({ value: one, label: metricName(one) }))}
              value={metric}
              onChange={(next) => setParams((present) => changedParams(present, { of: next === 'new' ? '' : next }))}
            />
            <FileLink to={exportPath('hours', state.query)} name={title} />
          </>
        }
        query={query}
        height="320px"
      >
        {(data) => <Week data={data} metric={metric} name={metricName(metric)} />}
      </Widget>
    </>
  );
}

function Week({ data: { cells }, metric, name }: { data: ReportHours; metric: HourMetric; name: string }) {
  return (
    <HeatMap
      title={name}
      metric={metric}
      cells={cells.map(({ weekday, hour, ...counts }) => ({ weekday, hour, n: counts[metric] }))}
    />
  );
}
