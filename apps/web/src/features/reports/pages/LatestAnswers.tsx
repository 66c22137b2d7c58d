import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { behindPath } from '../kit/Figure.tsx';
import { Widget } from '../kit/Widget.tsx';
import type { ScopeQuery } from '../range/report-params.ts';
import { reportQueries } from '../reports.api.ts';
import { RowsTable } from './RowsTable.tsx';

const shownAnswers = 10;

/** The last answers, each leading to its conversation; all of them are a page of their own. */
export function LatestAnswers({ query }: { query: ScopeQuery }) {
  const rows = useQuery(reportQueries.rows({ ...query, metric: 'csat_answered', page: 1, page_size: shownAnswers }));
  const { search } = useLocation();
  const title = t('report.latest_answers');
  return (
    <Widget
      title={title}
      tools={
        rows.data &&
        rows.data.total > shownAnswers && (
          <Link className="link" to={behindPath(search, 'csat_answered')}>
            {t('report.all_answers')}
          </Link>
        )
      }
      query={rows}
      height="160px"
    >
      {(data) =>
        data.results.length === 0 ? (
          <p className="muted">{t('report.no_answers')}</p>
        ) : (
          <RowsTable metric="csat_answered" title={title} rows={data.results} isBusiness={false} />
        )
      }
    </Widget>
  );
}
