import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { activityLogQueries } from './activity-log.api.ts';
import { type ChangeLine, changeLines, type Scalar } from './change-lines.ts';
import { memberName, wordOf } from './member-name.ts';

/** What was there before and after, in words; fetched as it is opened. */
export function ChangeList({ id, deed }: { id: number; deed: string }) {
  const { data, error, refetch } = useQuery(activityLogQueries.detail(id));
  if (error) {
    return (
      <ErrorPanel
        title={t('admin.list.failed', { name: deed })}
        message={toApiError(error).message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton width="40%" />;
  const lines = changeLines(data.changes);
  return (
    <table className="log-diff" aria-label={t('activity_log.changes_of', { deed })}>
      <thead>
        <tr>
          <th>{t('globals.terms.field')}</th>
          <th>{t('activity_log.before')}</th>
          <th>{t('activity_log.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.path.join('\n')}>
            <th scope="row" dir="auto">
              {memberName(line.path)}
            </th>
            <Cells line={line} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cells({ line }: { line: ChangeLine }) {
  if (line.kind === 'value') {
    return (
      <>
        <td>
          <Value value={line.before} />
        </td>
        <td className="is-after">
          <Value value={line.after} />
        </td>
      </>
    );
  }
  return (
    <td colSpan={2}>
      <ul className="log-list">
        {line.removed.map((one) => (
          <li key={`- ${one}`} className="is-removed">
            <Minus aria-hidden />
            <span className="vh">{t('activity_log.removed')} </span>
            <Value value={typeof one === 'string' ? wordOf(line.path, one) : one} />
          </li>
        ))}
        {line.added.map((one) => (
          <li key={`+ ${one}`} className="is-added">
            <Plus aria-hidden />
            <span className="vh">{t('activity_log.added')} </span>
            <Value value={typeof one === 'string' ? wordOf(line.path, one) : one} />
          </li>
        ))}
      </ul>
    </td>
  );
}

function Value({ value }: { value: Scalar }) {
  if (value === null) return <span className="muted">{t('details.no_value')}</span>;
  if (typeof value === 'boolean') return t(value ? 'activity_log.yes' : 'activity_log.no');
  return (
    <span className="log-value" dir="auto">
      {value}
    </span>
  );
}
