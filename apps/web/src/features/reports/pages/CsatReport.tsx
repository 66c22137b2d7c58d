import type { ReportSummary } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Smile } from 'lucide-react';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/Void.tsx';
import { Bars } from '../kit/Bars.tsx';
import { Definition, metricName } from '../kit/Definition.tsx';
import { Failed } from '../kit/Failed.tsx';
import { Figure } from '../kit/Figure.tsx';
import { decimalText, percentOf } from '../kit/figures.ts';
import { Tiles } from '../kit/Tiles.tsx';
import { Widget } from '../kit/Widget.tsx';
import { ReportPage } from '../ReportPage.tsx';
import { ScopeBar } from '../range/ScopeBar.tsx';
import { Stated } from '../range/Stated.tsx';
import { useScope } from '../range/use-scope.ts';
import { exportPath, reportQueries } from '../reports.api.ts';
import { LatestAnswers } from './LatestAnswers.tsx';

/** What customers said when they were asked: how they rated, how many answered, and the answers themselves. */
export function Component() {
  return <ReportPage title={t('report.csat')}>{() => <Report />}</ReportPage>;
}

function Report() {
  const state = useScope();
  const query = useQuery(reportQueries.summary(state.query));
  const title = t('report.ratings');
  return (
    <>
      <ScopeBar state={state} shown={query.data} />
      <Stated of={query.data} />
      <Failed query={query} name={t('report.csat')}>
        <Figures data={query.data} />
      </Failed>
      <Widget title={title} note={<Definition of={['csat_answered']} name={title} />} query={query} height="200px">
        {(data) => <Ratings data={data} title={title} file={exportPath('summary', state.query)} />}
      </Widget>
      <LatestAnswers query={state.query} />
    </>
  );
}

function Figures({ data }: { data: ReportSummary | undefined }) {
  const csat = data?.numbers.csat;
  const before = data?.previous.numbers.csat;
  const was = (text: string) => t('report.before_was', { value: text });
  const average = (value: number | null) => (value === null ? '–' : decimalText(value));
  return (
    <Tiles
      label={t('report.figures')}
      tiles={[
        {
          name: metricName('csat_average'),
          metrics: ['csat_average'],
          figure: csat && (
            <>
              <Figure metric="csat_answered" n={csat.answered}>
                {average(csat.average)}
              </Figure>{' '}
              {csat.average !== null && <small>{t('report.of', { total: count(5) })}</small>}
            </>
          ),
          about: before && before.average !== null && was(average(before.average)),
        },
        {
          name: metricName('csat_rate'),
          metrics: ['csat_rate'],
          figure: csat && percentOf(csat.rate),
          about: before && before.rate !== null && was(percentOf(before.rate)),
        },
        {
          name: metricName('csat_answered'),
          metrics: ['csat_answered'],
          figure: csat && <Figure metric="csat_answered" n={csat.answered} />,
          about: before && was(count(before.answered)),
        },
        {
          name: metricName('csat_sent'),
          metrics: ['csat_sent'],
          figure: csat && <Figure metric="csat_sent" n={csat.sent} />,
          about: before && was(count(before.sent)),
        },
      ]}
    />
  );
}

function Ratings({ data, title, file }: { data: ReportSummary; title: string; file: string }) {
  const { answered, distribution, average } = data.numbers.csat;
  if (answered === 0) {
    return (
      <EmptyState icon={<Smile aria-hidden />} title={t('report.csat_empty')} text={t('report.csat_empty_text')} />
    );
  }
  const parts = distribution
    .map((n, index) => {
      const rating = index + 1;
      const name = t('report.stars', { n: count(rating) }, rating);
      return {
        key: String(rating),
        name,
        n,
        figure: <Figure metric="csat_answered" n={n} more={{ rating }} label={`${name}: ${count(n)}`} />,
      };
    })
    .reverse();
  return (
    <Bars
      title={title}
      summary={t('report.ratings_summary', {
        n: count(answered),
        average: average === null ? '–' : decimalText(average),
      })}
      heads={[t('report.rating'), t('report.answers'), t('report.share')]}
      parts={parts}
      file={file}
    />
  );
}
