import type { ReportNumbers, ReportSummary } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/Void.tsx';
import { Definition } from '../kit/Definition.tsx';
import { Figure } from '../kit/Figure.tsx';
import { lengthText, percentOf } from '../kit/figures.ts';
import { type PromiseParts, Promises } from '../kit/Promises.tsx';
import { SeriesWidget } from '../kit/SeriesWidget.tsx';
import { Widget } from '../kit/Widget.tsx';
import { ReportPage } from '../ReportPage.tsx';
import { ScopeBar } from '../range/ScopeBar.tsx';
import { Stated } from '../range/Stated.tsx';
import { useScope } from '../range/use-scope.ts';
import { reportQueries } from '../reports.api.ts';

/** Which promises were kept, over the range and part by part of it. */
export function Component() {
  return <ReportPage title={t('globals.terms.sla', {}, 1)}>{() => <Report />}</ReportPage>;
}

const promises = [
  { key: 'first_response', text: 'report.first_response' },
  { key: 'next_response', text: 'report.next_response' },
  { key: 'resolution', text: 'report.resolution' },
] as const;

function Report() {
  const state = useScope();
  const query = useQuery(reportQueries.summary(state.query));
  const title = t('report.promises');
  return (
    <>
      <ScopeBar state={state} shown={query.data} hasHours />
      <Stated of={query.data} hasHours />
      <Widget
        title={title}
        note={
          <Definition
            of={promises.flatMap(({ key }) => [`${key}_met`, `${key}_breached`, `${key}_compliance`] as const)}
            name={title}
          />
        }
        query={query}
        height="200px"
      >
        {(data) => <Kept data={data} />}
      </Widget>
      {promises.map(({ key, text }) => (
        <SeriesWidget
          key={key}
          state={state}
          title={t(text)}
          metrics={[`${key}_met`, `${key}_breached`]}
          read={(numbers, metric) => slaOf(numbers, key)[metric.endsWith('_met') ? 'met' : 'breached']}
        />
      ))}
    </>
  );
}

function slaOf(numbers: ReportNumbers, key: (typeof promises)[number]['key']) {
  return numbers[`${key}_sla`];
}

function Kept({ data: { numbers, business_hours } }: { data: ReportSummary }) {
  if (promises.every(({ key }) => slaOf(numbers, key).met + slaOf(numbers, key).breached === 0)) {
    return (
      <EmptyState icon={<ShieldCheck aria-hidden />} title={t('report.sla.empty')} text={t('report.sla.empty_text')} />
    );
  }
  const mean = {
    first_response: numbers.first_response_time.mean,
    next_response: null,
    resolution: numbers.resolution_time.mean,
  };
  const parts = promises.map(({ key, text }): PromiseParts => {
    const { met, breached, compliance } = slaOf(numbers, key);
    return {
      key,
      name: t(text),
      met,
      missed: breached,
      share: percentOf(compliance),
      metText: (
        <Figure metric={`${key}_met`} n={met}>
          {t('report.met', { n: count(met) })}
        </Figure>
      ),
      missedText: (
        <Figure metric={`${key}_breached`} n={breached}>
          {t('report.missed', { n: count(breached) })}
        </Figure>
      ),
      average:
        mean[key] === null ? '' : t('report.average', { time: lengthText(mean[key], { isBusiness: business_hours }) }),
    };
  });
  return <Promises promises={parts} isWide />;
}
