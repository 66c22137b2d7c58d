import type { ReportNumbers, ReportSummary } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { metricName } from '../kit/Definition.tsx';
import { Failed } from '../kit/Failed.tsx';
import { Figure } from '../kit/Figure.tsx';
import { percentOf } from '../kit/figures.ts';
import { SeriesWidget } from '../kit/SeriesWidget.tsx';
import { Change, Tiles } from '../kit/Tiles.tsx';
import { ReportPage } from '../ReportPage.tsx';
import { ScopeBar } from '../range/ScopeBar.tsx';
import { Stated } from '../range/Stated.tsx';
import { useScope } from '../range/use-scope.ts';
import { reportQueries } from '../reports.api.ts';

const listed = ['new', 'resolved', 'reopened', 'first_contact_resolved', 'messages_in', 'messages_out'] as const;

/** How much there was: conversations and messages, against the same number of days before, and day by day. */
export function Component() {
  return <ReportPage title={plural('globals.terms.conversation')}>{() => <Report />}</ReportPage>;
}

function Report() {
  const state = useScope();
  const query = useQuery(reportQueries.summary(state.query));
  const { data } = query;
  return (
    <>
      <ScopeBar state={state} shown={data} />
      <Stated of={data} />
      <Failed query={query} name={plural('globals.terms.conversation')}>
        <Summary data={data} />
      </Failed>
      <SeriesWidget state={state} title={t('report.volume')} metrics={['new', 'resolved']} read={one} />
      <SeriesWidget
        state={state}
        title={plural('globals.terms.message')}
        metrics={['messages_in', 'messages_out']}
        read={one}
      />
      <SeriesWidget state={state} title={t('report.reopened')} metrics={['reopened']} read={one} />
    </>
  );
}

const one = (numbers: ReportNumbers, metric: (typeof listed)[number]) => numbers[metric];

function Summary({ data }: { data: ReportSummary | undefined }) {
  const before = data ? data.previous.numbers : undefined;
  return (
    <Tiles
      label={t('report.figures')}
      tiles={listed.map((metric) => {
        const n = data?.numbers[metric];
        const rate =
          metric === 'reopened'
            ? data?.numbers.reopen_rate
            : metric === 'first_contact_resolved'
              ? data?.numbers.first_contact_rate
              : undefined;
        return {
          name: metricName(metric),
          metrics:
            metric === 'reopened'
              ? ['reopened', 'reopen_rate']
              : metric === 'first_contact_resolved'
                ? ['first_contact_resolved', 'first_contact_rate']
                : [metric],
          figure:
            n === undefined ? undefined : (
              <>
                <Figure metric={metric} n={n} label={`${metricName(metric)}: ${count(n)}`} />{' '}
                {typeof rate === 'number' && <small>{percentOf(rate)}</small>}
              </>
            ),
          about: n !== undefined && before && <Change from={before[metric]} to={n} before={count(before[metric])} />,
        };
      })}
    />
  );
}
