import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { PasswordDialog } from '../../features/auth/index.ts';
import { listPath, undoLastSend } from '../../features/conversations/index.ts';
import { NewConversation } from '../../features/new-conversation/index.ts';
import { Palette } from '../../features/palette/index.ts';
import { useHotkeys, useKeptHotkeys } from '../../lib/hotkeys.ts';
import { t } from '../../lib/i18n.ts';
import { lazyExtra } from '../../lib/lazy-extra.ts';
import { useCan } from '../../lib/session.ts';
import { toggleSidebar, useSidebar } from '../../lib/sidebar.ts';
import { screens, useMedia } from '../../ui/use-media.ts';
import { reconnectNow } from '../realtime.ts';
import { useIdleAway } from '../use-idle-away.ts';
import { ConnectionStrip } from './ConnectionStrip.tsx';
import { InboxSidebar } from './InboxSidebar.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { Rail } from './Rail.tsx';
import { TabBar } from './TabBar.tsx';
import { UpdateBanner } from './UpdateBanner.tsx';
import './shell.css';

// What the first screen does not show comes when it is asked for.
const HotkeySheet = lazy(() => import('./HotkeySheet.tsx').then((found) => ({ default: found.HotkeySheet })));
const MailboxBanner = lazyExtra(async () => {
  const { MailboxBanner: Banner } = await import('../../features/inboxes/MailboxBanner.tsx');
  return { default: Banner };
});
const AccountSidebar = lazy(() => import('./AccountSidebar.tsx').then((found) => ({ default: found.AccountSidebar })));
const ContactsSidebar = lazy(() =>
  import('./ContactsSidebar.tsx').then((found) => ({ default: found.ContactsSidebar })),
);
const ReportsSidebar = lazy(() => import('./ReportsSidebar.tsx').then((found) => ({ default: found.ReportsSidebar })));
const AdminSidebar = lazy(() => import('./AdminSidebar.tsx').then((found) => ({ default: found.AdminSidebar })));

/**
 * The frame of every screen behind the login: strips on top, rail, sidebar, the screen. What follows the address is in parts of
 * its own: the frame itself stays as it is while one goes from conversation to conversation.
 */
export function Shell() {
  useIdleAway();
  const isPhone = useMedia(screens.phone);
  const mayManageInboxes = useCan('inboxes:manage');
  const { isOpen } = useSidebar();
  /** Undefined until the list of keys was asked for once. */
  const [hasKeys, setKeys] = useState<boolean>();
  const [isNewsOpen, setNewsOpen] = useState(false);
  const bell = { isOpen: isNewsOpen, onOpenChange: setNewsOpen };
  return (
    <div className="app" data-sidebar={isOpen ? 'open' : 'closed'}>
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <div className="strips">
        <UpdateBanner />
        {mayManageInboxes && (
          <Suspense>
            <MailboxBanner />
          </Suspense>
        )}
        <ConnectionStrip />
      </div>
      {!isPhone && <Rail bell={bell} onShowKeys={() => setKeys(true)} />}
      <Suspense fallback={isOpen && !isPhone && <aside className="side" />}>
        <SectionPart isPhone={isPhone} />
      </Suspense>
      <main id="main" className="main" tabIndex={-1}>
        <Outlet />
      </main>
      {isPhone && <TabBar bell={bell} onShowKeys={() => setKeys(true)} />}
      <ShellKeys showKeys={() => setKeys(true)} showNews={() => setNewsOpen(true)} />
      <LeaveGuard />
      <PasswordDialog onSignedIn={reconnectNow} />
      <NewConversation />
      <Palette onShowKeys={() => setKeys(true)} />
      {hasKeys !== undefined && (
        <Suspense>
          <HotkeySheet isOpen={hasKeys} onClose={() => setKeys(false)} />
        </Suspense>
      )}
    </div>
  );
}

function SectionPart({ isPhone }: { isPhone: boolean }) {
  const Sidebar = sidebarOf(useLocation().pathname);
  return useMemo(() => <Sidebar isPhone={isPhone} />, [Sidebar, isPhone]);
}

/** The sidebar of a section, by the beginning of the path (specification 2). */
function sidebarOf(path: string) {
  if (path.startsWith('/account')) return AccountSidebar;
  if (path.startsWith('/admin')) return AdminSidebar;
  if (path.startsWith('/reports')) return ReportsSidebar;
  return path.startsWith('/contacts') ? ContactsSidebar : InboxSidebar;
}

function ShellKeys({ showKeys, showNews }: { showKeys: () => void; showNews: () => void }): null {
  const navigate = useNavigate();
  const client = useQueryClient();
  const go = (kind: 'assigned' | 'unassigned' | 'all') => () => void navigate(listPath({ kind }));
  useHotkeys([
    { keys: 'g a', label: 'hotkeys.my_inbox', run: go('assigned') },
    { keys: 'g u', label: 'hotkeys.unassigned', run: go('unassigned') },
    { keys: 'g l', label: 'hotkeys.all', run: go('all') },
    { keys: 'g n', label: 'hotkeys.notifications', run: showNews },
    { keys: '/', label: 'hotkeys.search', run: () => void navigate('/inboxes/search') },
    { keys: 'mod+b', label: 'hotkeys.sidebar', run: toggleSidebar },
    { keys: 'z', label: 'hotkeys.undo', run: () => undoLastSend(client) },
    { keys: '?', label: 'hotkeys.list', run: showKeys },
  ]);
  useKeptHotkeys(useNavigation().state === 'loading');
  return null;
}
