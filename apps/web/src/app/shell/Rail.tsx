import { ChartColumn, Contact, Inbox, type LucideIcon, Moon, SlidersHorizontal, Sun } from 'lucide-react';
import { memo } from 'react';
import { Link, type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { NotificationBell } from '../../features/notifications/index.ts';
import { adminHome, mayAdminister } from '../../lib/admin-access.ts';
import { followLink } from '../../lib/follow-link.ts';
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
  const mayList = useCan('contacts:read_all');
  const mayReport = useCan('reports:manage');
  const agent = useCurrentAgent();
  const theme = useTheme();
  return (
    <nav className="rail" aria-label={t('shell.main')}>
      <Link className="rail-logo" to="/inboxes/assigned" aria-label="Bellhop">
        <Bell className="ico rail-bell" />
      </Link>
      <RailLink to="/inboxes/assigned" below="/inboxes" label={plural('globals.terms.inbox')} icon={Inbox} />
      {mayList && <RailLink to="/contacts" below="/contacts" label={plural('globals.terms.contact')} icon={Contact} />}
      {mayReport && (
        <RailLink to="/reports/overview" below="/reports" label={plural('globals.terms.report')} icon={ChartColumn} />
      )}
      {mayAdminister(agent) && (
        <RailLink to={adminHome(agent)} below="/admin" label={t('globals.terms.admin')} icon={SlidersHorizontal} />
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

interface RailLinkProps {
  to: string;
  /** Every address that begins with it is of this section. */
  below: string;
  label: string;
  icon: LucideIcon;
}

function RailLink({ below, ...rest }: RailLinkProps) {
  return <Sign {...rest} isOn={useLocation().pathname.startsWith(below)} navigate={useNavigate()} />;
}

interface SignProps extends Omit<RailLinkProps, 'below'> {
  isOn: boolean;
  navigate: NavigateFunction;
}

/** By itself: it changes with the section, not with every conversation that is opened. */
const Sign = memo(function Sign({ to, label, icon: Icon, isOn, navigate }: SignProps) {
  return (
    <Tooltip label={label} side="right">
      <a
        className={isOn ? 'is-on' : undefined}
        href={to}
        aria-label={label}
        aria-current={isOn ? 'page' : undefined}
        onClick={(event) => followLink(event, navigate)}
      >
        <Icon className="ico-18" aria-hidden />
      </a>
    </Tooltip>
  );
});
