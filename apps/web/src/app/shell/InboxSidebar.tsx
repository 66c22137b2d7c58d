import type { Permission } from '@bellhop/contract';
import { ChevronDown, CircleDashed, InboxIcon, Layers, PanelLeftClose, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { type ListScope, listPath, useScopeTotal } from '../../features/conversations/index.ts';
import { plural, t } from '../../lib/i18n.ts';
import { useRemembered } from '../../lib/remembered.ts';
import { can, useCan, useCurrentAgent } from '../../lib/session.ts';
import { setDrawer, toggleSidebar, useSidebar } from '../../lib/sidebar.ts';
import { Drawer } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

/** The drawer of the inboxes: three lists, then the inboxes of the agent's teams. */
export function InboxSidebar() {
  return (
    <aside className="side" aria-label={plural('globals.terms.inbox')}>
      <SidebarBody
        action={
          <IconButton
            label={t('shell.close_sidebar')}
            keys="mod+b"
            icon={<PanelLeftClose className="ico-18 flips" aria-hidden />}
            onClick={toggleSidebar}
          />
        }
      />
    </aside>
  );
}

/** The same over the page, on a phone. */
export function InboxDrawer() {
  const { isDrawerOpen } = useSidebar();
  return (
    <Drawer isOpen={isDrawerOpen} onClose={() => setDrawer(false)} title={plural('globals.terms.inbox')}>
      <SidebarBody />
    </Drawer>
  );
}

function SidebarBody({ action }: { action?: ReactNode }) {
  return (
    <>
      <div className="bar">
        <h2 className="grow">{t('globals.terms.inbox')}</h2>
        {action}
      </div>
      <div className="side-scroll scroll">
        <ul>
          <ScopeEntry
            permission="conversations:read_assigned"
            scope={{ kind: 'assigned' }}
            icon={<UserRound aria-hidden />}
          >
            {t('globals.terms.myInbox')}
          </ScopeEntry>
          <ScopeEntry
            permission="conversations:read_unassigned"
            scope={{ kind: 'unassigned' }}
            icon={<CircleDashed aria-hidden />}
          >
            {t('globals.terms.unassigned')}
          </ScopeEntry>
          <ScopeEntry permission="conversations:read_all" scope={{ kind: 'all' }} icon={<Layers aria-hidden />}>
            {t('globals.messages.all')}
          </ScopeEntry>
        </ul>
        <TeamInboxes />
      </div>
    </>
  );
}

function TeamInboxes() {
  const agent = useCurrentAgent();
  const [isOpen, setOpen] = useRemembered('teamInboxOpen', true);
  if (agent.teams.length === 0 || !can('conversations:read_team_inbox', agent)) return null;
  return (
    <>
      <button type="button" className="nav-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {plural('globals.terms.teamInbox')}
        <ChevronDown aria-hidden />
      </button>
      {isOpen && (
        <ul>
          {agent.teams.map((team) => (
            <ScopeEntry
              key={team.id}
              permission="conversations:read_team_inbox"
              scope={{ kind: 'team', team_id: team.id }}
              icon={team.emoji ? <span className="emoji">{team.emoji}</span> : <InboxIcon aria-hidden />}
            >
              {team.name}
            </ScopeEntry>
          ))}
        </ul>
      )}
    </>
  );
}

interface ScopeEntryProps {
  permission: Permission;
  scope: ListScope;
  icon: ReactNode;
  children: string;
}

function ScopeEntry(props: ScopeEntryProps) {
  return useCan(props.permission) ? <ScopeLink {...props} /> : null;
}

function ScopeLink({ scope, icon, children }: ScopeEntryProps) {
  const total = useScopeTotal(scope);
  return (
    <li>
      <NavLink
        className={({ isActive }) => (isActive ? 'nav is-on' : 'nav')}
        to={listPath(scope)}
        onClick={() => setDrawer(false)}
        title={children}
      >
        {icon}
        <span className="cut" dir="auto">
          {children}
        </span>
        <span className="count">{total}</span>
      </NavLink>
    </li>
  );
}
