import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { ApiData } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/Void.tsx';
import { ChartFrame } from '../kit/ChartFrame.tsx';
import { Figure } from '../kit/Figure.tsx';
import { lengthText, percentText } from '../kit/figures.ts';
import { Promises } from '../kit/Promises.tsx';
import { Widget } from '../kit/Widget.tsx';
import { reportQueries } from '../reports.api.ts';
import { DaysPicker } from './DaysPicker.tsx';
import { useDays } from './use-overview-params.ts';

/** Which promises were kept, and how long things took on average. */
export function SlaCard() {
  const [days, setDays] = useDays('sla');
  const query = useQuery(reportQueries.sla(days));
  const title =
    days === 0
      ? t('report.sla.title_today')
      : days === 1
        ? t('report.sla.title_day')
        : t('report.sla.cardTitle', { days: count(days) });
  return (
    <Widget
      title={title}
      tools={<DaysPicker of={t('globals.terms.sla', {}, 1)} days={days} onChange={setDays} />}
      query={query}
      height="252px"
    >
      {(data) => <Kept sla={data} title={title} days={days} />}
    </Widget>
  );
}

function Kept({ sla, title, days }: { sla: ApiData<'reports.sla'>; title: string; days: number }) {
  const promises = [
    {
      key: 'first_response',
      met: sla.first_response_met_count,
      missed: sla.first_response_breached_count,
      average: sla.avg_first_response_time_sec,
      name: t('report.first_response'),
      names: ['report.sla.firstRespMet', 'report.sla.firstRespBreached', 'report.sla.avgFirstResp'],
    },
    {
      key: 'next_response',
      met: sla.next_response_met_count,
      missed: sla.next_response_breached_count,
      average: sla.avg_next_response_time_sec,
      name: t('report.next_response'),
      names: ['report.sla.nextRespMet', 'report.sla.nextRespBreached', 'report.sla.avgNextResp'],
    },
    {
      key: 'resolution',
      met: sla.resolution_met_count,
      missed: sla.resolution_breached_count,
      average: sla.avg_resolution_time_sec,
      name: t('report.resolution'),
      names: ['report.sla.resolutionMet', 'report.sla.resolutionBreached', 'report.sla.avgResolution'],
    },
  ] as const;
  if (promises.every(({ met, missed }) => met + missed === 0)) {
    return (
      <EmptyState icon={<ShieldCheck aria-hidden />} title={t('report.sla.empty')} text={t('report.sla.empty_text')} />
    );
  }
  const parts = promises.map(({ key, name, met, missed, average }) => ({
    key,
    name,
    met,
    missed,
    share: met + missed > 0 ? percentText(met / (met + missed)) : '–',
    metText: (
      <Figure metric={`${key}_met`} n={met} more={{ overview_days: days }}>
        {t('report.met', { n: count(met) })}
      </Figure>
    ),
    missedText: (
      <Figure metric={`${key}_breached`} n={missed} more={{ overview_days: days }}>
        {t('report.missed', { n: count(missed) })}
      </Figure>
    ),
    average: average > 0 ? t('report.average', { time: lengthText(average) }) : '',
  }));
  const rows = promises.flatMap(({ met, missed, average, names: [metName, missedName, averageName] }) => [
    { key: metName, cells: [t(metName), count(met)], values: [t(metName), met] },
    { key: missedName, cells: [t(missedName), count(missed)], values: [t(missedName), missed] },
    { key: averageName, cells: [t(averageName), lengthText(average)], values: [t(averageName), average] },
  ]);
  return (
    <ChartFrame
      title={title}
      summary={t('report.sla.summary', { shares: parts.map(({ name, share }) => `${name} ${share}`).join(', ') })}
      chart={<Promises promises={parts} />}
      heads={[t('globals.terms.slaMetric', {}, 1), t('globals.terms.value', {}, 1)]}
      rows={rows}
      file={`sla-${days}-days`}
    />
  );
}
