import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/Void.tsx';
import { ChartFrame } from '../kit/ChartFrame.tsx';
import { Figure } from '../kit/Figure.tsx';
import { dayText } from '../kit/figures.ts';
import { type Series, SeriesChart, SeriesLegend } from '../kit/Series.tsx';
import { Widget } from '../kit/Widget.tsx';
import { reportQueries } from '../reports.api.ts';
import { DaysPicker } from './DaysPicker.tsx';
import { type ByDay, joinDays } from './join-days.ts';
import { useDays } from './use-overview-params.ts';

/** How many conversations began and were resolved, day by day. */
export function ConversationsByDay() {
  const [days, setDays] = useDays('chart');
  const title = t('report.chart.title');
  const query = useQuery(reportQueries.charts(days));
  return (
    <Widget title={title} tools={<DaysPicker of={title} days={days} onChange={setDays} />} query={query} height="252px">
      {(data) => <Chart title={title} days={joinDays(data)} />}
    </Widget>
  );
}

function Chart({ title, days }: { title: string; days: readonly ByDay[] }) {
  const series: Series[] = [
    { key: 'opened', name: t('report.chart.newConversations') },
    { key: 'resolved', name: t('report.chart.resolvedConversations') },
  ];
  const sum = (key: 'opened' | 'resolved') => days.reduce((total, day) => total + day[key], 0);
  const totals = [count(sum('opened')), count(sum('resolved'))];
  const busiest = days.reduce<ByDay | undefined>(
    (most, day) => (most && most.opened >= day.opened ? most : day),
    undefined,
  );
  if (!busiest || days.every(({ opened, resolved }) => opened + resolved === 0)) {
    return <EmptyState icon={<ChartColumn aria-hidden />} title={t('report.empty')} text={t('report.empty_text')} />;
  }
  const summary = t('report.chart.summary', {
    from: dayText(days[0]!.date, 'long'),
    to: dayText(days.at(-1)!.date, 'long'),
    opened: totals[0]!,
    resolved: totals[1]!,
    day: dayText(busiest.date, 'long'),
    most: count(busiest.opened),
  });
  return (
    <ChartFrame
      title={title}
      summary={summary}
      legend={<SeriesLegend series={series} totals={totals} />}
      chart={
        <SeriesChart
          title={title}
          summary={summary}
          series={series}
          points={days.map(({ date, opened, resolved }) => ({
            key: date,
            short: dayText(date),
            long: dayText(date, 'long'),
            values: { opened, resolved },
          }))}
        />
      }
      heads={[t('globals.terms.date'), ...series.map(({ name }) => name)]}
      rows={days.map(({ date, opened, resolved }) => ({
        key: date,
        cells: [
          dayText(date, 'long'),
          <Figure key="opened" metric="new" n={opened} more={{ from: date, to: date }} />,
          <Figure key="resolved" metric="resolved" n={resolved} more={{ from: date, to: date }} />,
        ],
        values: [date, opened, resolved],
      }))}
      file={`conversations-${days[0]!.date}-${days.at(-1)!.date}`}
    />
  );
}
