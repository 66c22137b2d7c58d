import { Inbox, Moon, Sun } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { plural, t } from '../../lib/i18n.ts';
import { pickTheme, useTheme } from '../../lib/theme.ts';
import { Bell } from '../../ui/Bell.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { UserMenu } from './UserMenu.tsx';

/** The icon rail: one link per section that exists, theme and account at its foot. */
export function Rail({ onShowKeys }: { onShowKeys: () => void }) {
  const isInbox = useLocation().pathname.startsWith('/inboxes');
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
      <Tooltip label={t('shell.theme')} side="right">
        <button
          type="button"
          className="end"
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
