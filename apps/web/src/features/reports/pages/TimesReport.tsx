import type { Durations, ReportSummary } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/Void.tsx';
import { Bars } from '../kit/Bars.tsx';
import { Definition, metricName } from '../kit/Definition.tsx';
import { Figure } from '../kit/Figure.tsx';
import { lengthText, stepText } from '../kit/figures.ts';
import { Tiles } from '../kit/Tiles.tsx';
import { Widget } from '../kit/Widget.tsx';
import { ReportPage } from '../ReportPage.tsx';
import { ScopeBar } from '../range/ScopeBar.tsx';
import { Stated } from '../range/Stated.tsx';
import { useScope } from '../range/use-scope.ts';
import { exportPath, reportQueries } from '../reports.api.ts';

/** How long first responses and resolutions took: the middle one, the slowest tenth, and how they spread. */
export function Component() {
  return <ReportPage title={t('report.times')}>{() => <Report />}</ReportPage>;
}

const durations = ['first_response_time', 'resolution_time'] as const;

function Report() {
  const state = useScope();
  const query = useQuery(reportQueries.summary(state.query));
  return (
    <>
      <ScopeBar state={state} shown={query.data} hasHours />
      <Stated of={query.data} hasHours />
      {durations.map((metric) => (
        <Widget
          key={metric}
          title={metricName(metric)}
          note={<Definition of={[metric]} name={metricName(metric)} />}
          query={query}
          height="320px"
        >
          {(data) => (
            <Spread data={data} metric={metric} title={metricName(metric)} file={exportPath('summary', state.query)} />
          )}
        </Widget>
      ))}
    </>
  );
}

interface SpreadProps {
  data: ReportSummary;
  metric: (typeof durations)[number];
  title: string;
  file: string;
}

function Spread({ data, metric, title, file }: SpreadProps) {
  const times = data.numbers[metric];
  const before = data.previous.numbers[metric];
  if (times.count === 0) {
    return <EmptyState icon={<Timer aria-hidden />} title={t('report.empty')} text={t('report.empty_text')} />;
  }
  const text = (seconds: number | null) =>
    seconds === null ? '–' : lengthText(seconds, { isBusiness: data.business_hours });
  const about = (member: 'median' | 'p90' | 'mean') =>
    before[member] === null ? null : t('report.before_was', { value: text(before[member]) });
  const shown = (member: 'median' | 'p90' | 'mean') => (
    <Figure metric={metric} n={times.count}>
      {text(times[member])}
    </Figure>
  );
  const parts = partsOf(times);
  const most = parts.reduce((one, other) => (other.n > one.n ? other : one));
  return (
    <>
      <Tiles
        label={title}
        tiles={[
          { name: t('report.median'), metrics: [metric], figure: shown('median'), about: about('median') },
          { name: t('report.p90'), metrics: [metric], figure: shown('p90'), about: about('p90') },
          { name: t('report.mean'), metrics: [metric], figure: shown('mean'), about: about('mean') },
          {
            name: t('report.measured'),
            metrics: [metric],
            figure: <Figure metric={metric} n={times.count} />,
            about: !times.is_exact && t('report.nearly'),
          },
        ]}
      />
      <Bars
        title={title}
        summary={t('report.spread_summary', {
          name: title,
          n: count(times.count),
          median: text(times.median),
          p90: text(times.p90),
          most: most.name,
        })}
        heads={[t('globals.terms.duration', {}, 1), t('report.measured'), t('report.share')]}
        parts={parts.map((part) => ({
          ...part,
          figure: (
            <Figure metric={metric} n={part.n} more={{ step: part.step }} label={`${part.name}: ${count(part.n)}`} />
          ),
        }))}
        file={file}
      />
    </>
  );
}

function partsOf({ distribution }: Durations) {
  return distribution.map(({ up_to, count: n }, step) => ({
    key: String(step),
    step,
    name: stepText(distribution[step - 1]?.up_to ?? 0, up_to, lengthText),
    n,
  }));
}
