import type { CountedMetric, ReportNumbers, ReportSeries } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/Void.tsx';
import { intervalFor, rangeLength } from '../range/report-params.ts';
import type { ScopeState } from '../range/use-scope.ts';
import { exportPath, reportQueries } from '../reports.api.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { Definition, metricName } from './Definition.tsx';
import { Figure } from './Figure.tsx';
import { dayText } from './figures.ts';
import { SeriesChart, SeriesLegend } from './Series.tsx';
import { Widget } from './Widget.tsx';

interface SeriesWidgetProps<M extends CountedMetric> {
  state: ScopeState;
  title: string;
  /** Two at most. */
  metrics: readonly M[];
  read: (numbers: ReportNumbers, metric: M) => number;
}

/** Counts over the range: by day, by week or by month, as long as it is. */
export function SeriesWidget<M extends CountedMetric>({ state, title, metrics, read }: SeriesWidgetProps<M>) {
  const { scope, query } = state;
  const interval = intervalFor(scope.days ?? rangeLength(scope.from, scope.to));
  const asked = { ...query, interval };
  return (
    <Widget
      title={title}
      note={<Definition of={metrics} name={title} />}
      query={useQuery(reportQueries.series(asked))}
      height="252px"
    >
      {(data) => <Chart data={data} title={title} metrics={metrics} read={read} file={exportPath('series', asked)} />}
    </Widget>
  );
}

type ChartProps<M extends CountedMetric> = Omit<SeriesWidgetProps<M>, 'state'> & { data: ReportSeries; file: string };

function Chart<M extends CountedMetric>({ data: { points, interval }, title, metrics, read, file }: ChartProps<M>) {
  const series = metrics.map((key) => ({ key, name: metricName(key) }));
  const totals = metrics.map((metric) => points.reduce((sum, { numbers }) => sum + read(numbers, metric), 0));
  if (totals.every((total) => total === 0)) {
    return <EmptyState icon={<ChartColumn aria-hidden />} title={t('report.empty')} text={t('report.empty_text')} />;
  }
  const nameOf = ({ date, to }: { date: string; to: string }) =>
    interval === 'day' || date === to
      ? dayText(date, 'long')
      : t('report.from_to', { from: dayText(date, 'long'), to: dayText(to, 'long') });
  const summary = t('report.series_summary', {
    from: dayText(points[0]!.date, 'long'),
    to: dayText(points.at(-1)!.to, 'long'),
    totals: series.map((one, index) => `${one.name} ${count(totals[index]!)}`).join(', '),
  });
  return (
    <ChartFrame
      title={title}
      summary={summary}
      legend={<SeriesLegend series={series} totals={totals.map(count)} />}
      chart={
        <SeriesChart
          title={title}
          summary={summary}
          series={series}
          points={points.map((point) => ({
            key: point.date,
            short: dayText(point.date),
            long: nameOf(point),
            values: Object.fromEntries(metrics.map((metric) => [metric, read(point.numbers, metric)])),
          }))}
        />
      }
      heads={[t('globals.terms.date'), ...series.map((one) => one.name)]}
      rows={points.map((point) => ({
        key: point.date,
        cells: [
          nameOf(point),
          ...metrics.map((metric) => (
            <Figure
              key={metric}
              metric={metric}
              n={read(point.numbers, metric)}
              more={{ from: point.date, to: point.to }}
            />
          )),
        ],
      }))}
      file={file}
    />
  );
}
