import type { ReportBacklog } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/Void.tsx';
import { Bars } from '../kit/Bars.tsx';
import { Definition, metricName } from '../kit/Definition.tsx';
import { Failed } from '../kit/Failed.tsx';
import { Figure } from '../kit/Figure.tsx';
import { daysLengthText, stepText } from '../kit/figures.ts';
import { Tiles } from '../kit/Tiles.tsx';
import { Widget } from '../kit/Widget.tsx';
import { ReportPage } from '../ReportPage.tsx';
import { ScopeBar } from '../range/ScopeBar.tsx';
import { Stated } from '../range/Stated.tsx';
import { useScope } from '../range/use-scope.ts';
import { exportPath, reportQueries } from '../reports.api.ts';

/** What is open at this moment, and for how long it has been. */
export function Component() {
  return <ReportPage title={t('report.backlog')}>{() => <Report />}</ReportPage>;
}

const metrics = ['backlog', 'awaiting_response', 'unassigned', 'snoozed'] as const;

function Report() {
  const state = useScope();
  const { filters } = state.scope;
  const query = useQuery(reportQueries.backlog(filters));
  const { data } = query;
  const title = t('report.age');
  return (
    <>
      <ScopeBar state={state} isNow />
      <Stated of={data} />
      <Failed query={query} name={t('report.backlog')}>
        <Tiles
          label={t('report.figures')}
          tiles={metrics.map((metric) => ({
            name: metricName(metric),
            metrics: [metric],
            figure: data && (
              <Figure metric={metric} n={data[metric]} label={`${metricName(metric)}: ${count(data[metric])}`} />
            ),
          }))}
        />
      </Failed>
      <Widget title={title} note={<Definition of={['backlog']} name={title} />} query={query} height="240px">
        {(backlog) => <Ages backlog={backlog} title={title} file={exportPath('backlog', filters)} />}
      </Widget>
    </>
  );
}

function Ages({ backlog: { backlog, ages }, title, file }: { backlog: ReportBacklog; title: string; file: string }) {
  if (backlog === 0) {
    return (
      <EmptyState
        icon={<Inbox aria-hidden />}
        title={t('report.backlog_empty')}
        text={t('report.backlog_empty_text')}
      />
    );
  }
  const parts = ages.map(({ up_to_days, count: n }, step) => {
    const name = stepText(ages[step - 1]?.up_to_days ?? 0, up_to_days, daysLengthText);
    return {
      key: String(step),
      name,
      n,
      figure: <Figure metric="backlog" n={n} more={{ step }} label={`${name}: ${count(n)}`} />,
    };
  });
  const most = parts.reduce((one, other) => (other.n > one.n ? other : one));
  return (
    <Bars
      title={title}
      summary={t('report.age_summary', { n: count(backlog), most: most.name, of: count(most.n) })}
      heads={[title, t('globals.terms.open'), t('report.share')]}
      parts={parts}
      file={file}
    />
  );
}
