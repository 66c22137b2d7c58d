import type { ListedMetric, ReportRow } from '@bellhop/contract';
import { Star } from 'lucide-react';
import { Link } from 'react-router';
import { count, fullDate, shortDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { conversationPath } from '../../conversations/index.ts';
import { lengthText } from '../kit/figures.ts';

interface RowsTableProps {
  metric: ListedMetric;
  title: string;
  rows: readonly ReportRow[];
  /** Durations count open time alone. */
  isBusiness: boolean;
}

const measured: readonly ListedMetric[] = ['first_response_time', 'resolution_time'];
const rated: readonly ListedMetric[] = ['csat_answered'];

/** What a number counts, one by one; each leads to its conversation. */
export function RowsTable({ metric, title, rows, isBusiness }: RowsTableProps) {
  const hasValue = measured.includes(metric) || rated.includes(metric);
  return (
    <table className="admin-table rows-table" aria-label={title}>
      <thead>
        <tr>
          <th>{t('globals.terms.conversation', {}, 1)}</th>
          {hasValue && (
            <th className="num">
              {measured.includes(metric) ? t('globals.terms.duration', {}, 1) : t('report.rating')}
            </th>
          )}
          <th className="is-minor">{t('globals.terms.inbox', {}, 1)}</th>
          <th className="is-minor">{t('globals.terms.status', {}, 1)}</th>
          <th className="is-minor">{t('globals.terms.agent', {}, 1)}</th>
          <th className="is-minor">{t('globals.terms.team', {}, 1)}</th>
          <th className="num">{t('globals.terms.time')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          // Twice resolved is two rows of one conversation.
          <tr key={[row.uuid, row.at, row.value].join(' ')}>
            <td>
              <Link className="rows-open" to={conversationPath({ kind: 'all' }, row.uuid)}>
                <span className="cut" dir="auto">
                  {row.subject || t('list.no_subject')}
                </span>
                <small className="cut" dir="auto">
                  <span className="num">{row.reference_number}</span> {row.contact_name}
                </small>
              </Link>
              {row.comment && (
                <p className="rows-comment" dir="auto">
                  {row.comment}
                </p>
              )}
            </td>
            {hasValue && (
              <td className="num">
                {row.value === null ? (
                  '–'
                ) : rated.includes(metric) ? (
                  <Stars n={row.value} />
                ) : (
                  lengthText(row.value, { isBusiness })
                )}
              </td>
            )}
            <td className="is-minor" dir="auto">
              {row.inbox}
            </td>
            <td className="is-minor" dir="auto">
              {row.status}
            </td>
            <td className="is-minor" dir="auto">
              {row.agent ?? <span className="muted">–</span>}
            </td>
            <td className="is-minor" dir="auto">
              {row.team ?? <span className="muted">–</span>}
            </td>
            <td className="num">
              <time dateTime={row.at} title={fullDate(row.at)}>
                {shortDate(row.at)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Stars({ n }: { n: number }) {
  return (
    <span className="stars">
      <Star aria-hidden /> {count(n)} <span className="vh">{t('report.of', { total: count(5) })}</span>
    </span>
  );
}
