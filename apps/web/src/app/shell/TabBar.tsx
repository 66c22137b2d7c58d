import { ChartColumn, Contact, Inbox, SlidersHorizontal } from 'lucide-react';
import { Link, useLocation, useParams } from 'react-router';
import { NotificationBell } from '../../features/notifications/index.ts';
import { adminHome, mayAdminister } from '../../lib/admin-access.ts';
import { plural, t } from '../../lib/i18n.ts';
import { useCan, useCurrentAgent } from '../../lib/session.ts';
import { UserMenu } from './UserMenu.tsx';

interface TabBarProps {
  /** Whether the notifications are open. */
  bell: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };
  onShowKeys: () => void;
}

/** What the rail is on wider screens; an open conversation has the whole height for itself. */
export function TabBar({ bell, onShowKeys }: TabBarProps) {
  const { uuid } = useParams();
  const { pathname } = useLocation();
  const mayList = useCan('contacts:read_all');
  const mayReport = useCan('reports:manage');
  const agent = useCurrentAgent();
  if (uuid) return null;
  return (
    <nav className="tabbar" aria-label={t('shell.main')}>
      <Link to="/inboxes/assigned" {...here(pathname.startsWith('/inboxes'))}>
        <Inbox className="ico-20" aria-hidden />
        {t('globals.terms.inbox')}
      </Link>
      {mayList && (
        <Link to="/contacts" {...here(pathname.startsWith('/contacts'))}>
          <Contact className="ico-20" aria-hidden />
          {plural('globals.terms.contact')}
        </Link>
      )}
      {mayReport && (
        <Link to="/reports/overview" {...here(pathname.startsWith('/reports'))}>
          <ChartColumn className="ico-20" aria-hidden />
          {plural('globals.terms.report')}
        </Link>
      )}
      {mayAdminister(agent) && (
        <Link to={adminHome(agent)} {...here(pathname.startsWith('/admin'))}>
          <SlidersHorizontal className="ico-20" aria-hidden />
          {t('globals.terms.admin')}
        </Link>
      )}
      <NotificationBell {...bell} side="top" caption={<span aria-hidden="true">{t('notifications.title')}</span>} />
      <UserMenu side="top" onShowKeys={onShowKeys} caption={<span aria-hidden="true">{t('shell.you')}</span>} />
    </nav>
  );
}

function here(isHere: boolean): { className?: string; 'aria-current'?: 'page' } {
  return isHere ? { className: 'is-on', 'aria-current': 'page' } : {};
}
