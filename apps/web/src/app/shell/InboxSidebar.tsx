import { CircleDashed, Layers, Search, SquarePen, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { plural, t } from '../../lib/i18n.ts';
import { type InboxList, inboxLists } from '../../lib/inbox-lists.ts';
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

const icons: Record<InboxList['kind'], ReactNode> = {
  assigned: <UserRound aria-hidden />,
  unassigned: <CircleDashed aria-hidden />,
  all: <Layers aria-hidden />,
};

/** The lists that the agent may see; without any there is no group (specification 2). */
function Lists() {
  const agent = useCurrentAgent();
  const allowed = inboxLists.filter(({ permission }) => can(permission, agent));
  if (allowed.length === 0) return null;
  return (
    <ul>
      {allowed.map(({ kind, label }) => (
        <li key={kind}>
          <ScopeLink scope={{ kind }} icon={icons[kind]} name={t(label)} />
        </li>
      ))}
    </ul>
  );
}
