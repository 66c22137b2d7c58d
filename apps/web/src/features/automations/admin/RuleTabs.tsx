import { NavLink } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { logPath } from './log-path.ts';

/** A rule, and what it did. */
export function RuleTabs({ id }: { id: number }) {
  return (
    <nav className="rule-tabs" aria-label={t('globals.terms.automationRule', {}, 1)}>
      <NavLink to={`/admin/automations/${id}/edit`}>{t('globals.terms.rule', {}, 1)}</NavLink>
      <NavLink to={logPath(id)}>{t('automation.log')}</NavLink>
    </nav>
  );
}
