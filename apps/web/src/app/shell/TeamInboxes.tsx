import { InboxIcon } from 'lucide-react';
import { plural } from '../../lib/i18n.ts';
import { can, useCurrentAgent } from '../../lib/session.ts';
import { ScopeLink } from './ScopeLink.tsx';
import { SidebarGroup } from './SidebarGroup.tsx';

/** The inboxes of the agent's teams, by emoji and name; only with teams (specification 2). */
export function TeamInboxes() {
  const agent = useCurrentAgent();
  if (agent.teams.length === 0 || !can('conversations:read_team_inbox', agent)) return null;
  return (
    <SidebarGroup memory="teamInboxOpen" title={plural('globals.terms.teamInbox')}>
      <ul>
        {agent.teams.map(({ id, name, emoji }) => (
          <li key={id}>
            <ScopeLink
              scope={{ kind: 'team', team_id: id }}
              icon={emoji ? <span className="emoji">{emoji}</span> : <InboxIcon aria-hidden />}
              name={name}
            />
          </li>
        ))}
      </ul>
    </SidebarGroup>
  );
}
