import { useState } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { PasswordDialog } from '../../features/auth/index.ts';
import { listPath } from '../../features/conversations/index.ts';
import { Palette } from '../../features/palette/index.ts';
import { useHotkeys, useKeptHotkeys } from '../../lib/hotkeys.ts';
import { t } from '../../lib/i18n.ts';
import { toggleSidebar, useSidebar } from '../../lib/sidebar.ts';
import { screens, useMedia } from '../../ui/use-media.ts';
import { reconnectNow } from '../realtime.ts';
import { useIdleAway } from '../use-idle-away.ts';
import { AccountSidebar } from './AccountSidebar.tsx';
import { ConnectionStrip } from './ConnectionStrip.tsx';
import { HotkeySheet } from './HotkeySheet.tsx';
import { InboxSidebar } from './InboxSidebar.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Rail } from './Rail.tsx';
import { TabBar } from './TabBar.tsx';
import { UpdateBanner } from './UpdateBanner.tsx';
import './shell.css';

/** The frame of every screen behind the login: strips on top, rail, sidebar, the screen. */
export function Shell() {
  useIdleAway();
  const isPhone = useMedia(screens.phone);
  const { isOpen } = useSidebar();
  const isAccount = useLocation().pathname.startsWith('/account');
  const [hasKeys, setKeys] = useState(false);
  useShellKeys(() => setKeys(true));
  useKeptHotkeys(useNavigation().state === 'loading');
  return (
    <div className="app" data-sidebar={isOpen ? 'open' : 'closed'}>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <div className="strips">
        <UpdateBanner />
        <ConnectionStrip />
      </div>
      {!isPhone && <Rail onShowKeys={() => setKeys(true)} />}
      {isAccount ? <AccountSidebar isPhone={isPhone} /> : <InboxSidebar isPhone={isPhone} />}
      <main id="main" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      {isPhone && <TabBar onShowKeys={() => setKeys(true)} />}
      <LeaveGuard />
      <PasswordDialog onSignedIn={reconnectNow} />
      <Palette onShowKeys={() => setKeys(true)} />
      <HotkeySheet isOpen={hasKeys} onClose={() => setKeys(false)} />
    </div>
  );
}

function useShellKeys(showKeys: () => void): void {
  const navigate = useNavigate();
  const go = (kind: 'assigned' | 'unassigned' | 'all') => () => void navigate(listPath({ kind }));
  useHotkeys([
    { keys: 'g a', label: 'hotkeys.my_inbox', run: go('assigned') },
    { keys: 'g u', label: 'hotkeys.unassigned', run: go('unassigned') },
    { keys: 'g l', label: 'hotkeys.all', run: go('all') },
    { keys: '/', label: 'hotkeys.search', run: () => void navigate('/inboxes/search') },
    { keys: 'mod+b', label: 'hotkeys.sidebar', run: toggleSidebar },
    { keys: '?', label: 'hotkeys.list', run: showKeys },
  ]);
}
