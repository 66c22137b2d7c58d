import { ChartColumn, Contact, Inbox, Moon, SlidersHorizontal, Sun } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { NotificationBell } from '../../features/notifications/index.ts';
import { adminHome, mayAdminister } from '../../lib/admin-access.ts';
import { plural, t } from '../../lib/i18n.ts';
import { useCan, useCurrentAgent } from '../../lib/session.ts';
import { pickTheme, useTheme } from '../../lib/theme.ts';
import { Bell } from '../../ui/Bell.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { UserMenu } from './UserMenu.tsx';

interface RailProps {
  /** Whether the notifications are open. */
  bell: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };
  onShowKeys: () => void;
}

/** The icon rail: one link per section that exists, notifications, theme and account at its foot. */
export function Rail({ bell, onShowKeys }: RailProps) {
  const { pathname } = useLocation();
  const isInbox = pathname.startsWith('/inboxes');
  const isContacts = pathname.startsWith('/contacts');
  const mayList = useCan('contacts:read_all');
  const isReports = pathname.startsWith('/reports');
  const mayReport = useCan('reports:manage');
  const isAdmin = pathname.startsWith('/admin');
  const agent = useCurrentAgent();
  const theme = useTheme();
  return (
    <nav className="rail" aria-label={t('shell.main')}>
      <Link className="rail-logo" to="/inboxes/assigned" aria-label="Bellhop">
        <Bell className="ico rail-bell" />
      </Link>
      <Tooltip label={plural('globals.terms.inbox')} side="right">
        <Link
          className={isInbox ? 'is-on' : undefined}
          to="/inboxes/assigned"
          aria-label={plural('globals.terms.inbox')}
          aria-current={isInbox ? 'page' : undefined}
        >
          <Inbox className="ico-18" aria-hidden />
        </Link>
      </Tooltip>
      {mayList && (
        <Tooltip label={plural('globals.terms.contact')} side="right">
          <Link
            className={isContacts ? 'is-on' : undefined}
            to="/contacts"
            aria-label={plural('globals.terms.contact')}
            aria-current={isContacts ? 'page' : undefined}
          >
            <Contact className="ico-18" aria-hidden />
          </Link>
        </Tooltip>
      )}
      {mayReport && (
        <Tooltip label={plural('globals.terms.report')} side="right">
          <Link
            className={isReports ? 'is-on' : undefined}
            to="/reports/overview"
            aria-label={plural('globals.terms.report')}
            aria-current={isReports ? 'page' : undefined}
          >
            <ChartColumn className="ico-18" aria-hidden />
          </Link>
        </Tooltip>
      )}
      {mayAdminister(agent) && (
        <Tooltip label={t('globals.terms.admin')} side="right">
          <Link
            className={isAdmin ? 'is-on' : undefined}
            to={adminHome(agent)}
            aria-label={t('globals.terms.admin')}
            aria-current={isAdmin ? 'page' : undefined}
          >
            <SlidersHorizontal className="ico-18" aria-hidden />
          </Link>
        </Tooltip>
      )}
      <NotificationBell {...bell} side="right" />
      <Tooltip label={t('shell.theme')} side="right">
        <button
          type="button"
          aria-label={t('shell.theme')}
          onClick={() => pickTheme(theme === 'dark' ? 'light' : 'dark')}
        >
          {theme === 'dark' ? <Sun className="ico-18" aria-hidden /> : <Moon className="ico-18" aria-hidden />}
        </button>
      </Tooltip>
      <UserMenu side="right" onShowKeys={onShowKeys} />
    </nav>
  );
}
