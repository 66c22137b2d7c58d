import type { Automation } from '@bellhop/contract';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { count, fullDate, relativeTime } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { logPath } from './log-path.ts';

/** The server counts no further. */
const mostCounted = 10_000;

/** When a rule acted last, how often lately, and how much of it failed; each leads to its log. */
export function RuleFigures({ rule }: { rule: Pick<Automation, 'id' | 'last_fired_at' | 'fired_7d' | 'failed_7d'> }) {
  const { id, last_fired_at, fired_7d, failed_7d } = rule;
  if (last_fired_at === null) return <p className="rule-figures">{t('automation.fired.never')}</p>;
  return (
    <p className="rule-figures num">
      <time dateTime={last_fired_at} title={fullDate(last_fired_at)}>
        {t('automation.fired.last', { when: relativeTime(last_fired_at) })}
      </time>
      <Link to={logPath(id)}>{t('automation.fired.week', { n: counted(fired_7d) }, fired_7d)}</Link>
      {failed_7d > 0 && (
        <Link className="error" to={logPath(id, true)}>
          <TriangleAlert aria-hidden />
          {t('automation.fired.errors', { n: counted(failed_7d) }, failed_7d)}
        </Link>
      )}
    </p>
  );
}

function counted(n: number): string {
  return n < mostCounted ? count(n) : `${count(n)}+`;
}
