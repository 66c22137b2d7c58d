import type { Permission } from '@bellhop/contract';
import { CircleDashed, Layers, Search, SquarePen, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import type { ListScope } from '../../features/conversations/index.ts';
import { plural, type TextKey, t } from '../../lib/i18n.ts';
import { openNewConversation } from '../../lib/new-conversation.ts';
import { can, useCan, useCurrentAgent } from '../../lib/session.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { LiveState } from './LiveState.tsx';
import { ScopeLink } from './ScopeLink.tsx';
import { SectionSidebar } from './SectionSidebar.tsx';
import { TeamInboxes } from './TeamInboxes.tsx';
import { ViewsSection } from './ViewsSection.tsx';

/** The lists of the inboxes, the inboxes of the agent's teams, the agent's views. */
export function InboxSidebar({ isPhone }: { isPhone: boolean }) {
  return (
    <SectionSidebar isPhone={isPhone} title={plural('globals.terms.inbox')} foot={<LiveState />}>
      <SearchLink />
      <NewAction />
      <Lists />
      <TeamInboxes />
      <ViewsSection />
    </SectionSidebar>
  );
}

/** The search of the inboxes, with its key. */
function SearchLink() {
  if (!useCan('conversations:read')) return null;
  return (
    <ul>
      <li>
        <NavLink
          className={({ isActive }) => (isActive ? 'nav is-on' : 'nav')}
          to="/inboxes/search"
          onClick={() => setDrawer(false)}
        >
          <Search aria-hidden />
          <span className="cut">{t('globals.terms.search')}</span>
          <span className="count" aria-hidden="true">
            <Kbd keys="/" />
          </span>
        </NavLink>
      </li>
    </ul>
  );
}

/** Starts a conversation; shown to everybody, the server says who may (wire B 1.4). */
function NewAction() {
  return (
    <ul>
      <li>
        <button
          type="button"
          className="nav"
          onClick={() => {
            setDrawer(false);
            openNewConversation();
          }}
        >
          <SquarePen aria-hidden />
          <span className="cut">{t('hotkeys.new_conversation')}</span>
          <span className="count" aria-hidden="true">
            <Kbd keys="c" />
          </span>
        </button>
      </li>
    </ul>
  );
}

const lists: readonly [permission: Permission, scope: ListScope, label: TextKey, icon: ReactNode][] = [
  [
    'conversations:read_assigned',
    { kind: 'assigned' },
    'globals.terms.myInbox',
    <UserRound key="assigned" aria-hidden />,
  ],
  [
    'conversations:read_unassigned',
    { kind: 'unassigned' },
    'globals.terms.unassigned',
    <CircleDashed key="unassigned" aria-hidden />,
  ],
  ['conversations:read_all', { kind: 'all' }, 'globals.messages.all', <Layers key="all" aria-hidden />],
];

/** The lists that the agent may see; without any there is no group (specification 2). */
function Lists() {
  const agent = useCurrentAgent();
  const allowed = lists.filter(([permission]) => can(permission, agent));
  if (allowed.length === 0) return null;
  return (
    <ul>
      {allowed.map(([, scope, label, icon]) => (
        <li key={label}>
          <ScopeLink scope={scope} icon={icon} name={t(label)} />
        </li>
      ))}
    </ul>
  );
}
