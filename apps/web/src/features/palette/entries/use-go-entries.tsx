import { useQuery } from '@tanstack/react-query';
import { CircleDashed, Contact, Inbox, Layers, ListFilter, Search, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { plural, t } from '../../../lib/i18n.ts';
import { can, useCurrentAgent } from '../../../lib/session.ts';
import { type ListScope, listPath } from '../../conversations/index.ts';
import { viewQueries } from '../../views/index.ts';
import type { PaletteEntry } from '../entry.ts';

/** The places of the desk that the agent may see. */
export function useGoEntries(): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const agent = useCurrentAgent();
  const views = useQuery(viewQueries.mine()).data ?? [];
  const go = (path: string) => () => void navigate(path);
  const list = (scope: ListScope) => go(listPath(scope));
  const group = 'go' as const;
  const places: (PaletteEntry & { isAllowed: boolean })[] = [
    {
      id: 'go.search',
      label: t('globals.terms.search'),
      group,
      icon: <Search aria-hidden />,
      keys: '/',
      isAllowed: can('conversations:read', agent),
      to: go('/inboxes/search'),
    },
    {
      id: 'go.assigned',
      label: t('globals.terms.myInbox'),
      group,
      icon: <UserRound aria-hidden />,
      keys: 'g a',
      isAllowed: can('conversations:read_assigned', agent),
      to: list({ kind: 'assigned' }),
    },
    {
      id: 'go.unassigned',
      label: t('globals.terms.unassigned'),
      group,
      icon: <CircleDashed aria-hidden />,
      keys: 'g u',
      isAllowed: can('conversations:read_unassigned', agent),
      to: list({ kind: 'unassigned' }),
    },
    {
      id: 'go.all',
      label: t('globals.messages.all'),
      group,
      icon: <Layers aria-hidden />,
      keys: 'g l',
      isAllowed: can('conversations:read_all', agent),
      to: list({ kind: 'all' }),
    },
    ...agent.teams.map(({ id, name, emoji }) => ({
      id: `go.team.${id}`,
      label: name,
      group,
      icon: emoji ? <span className="emoji">{emoji}</span> : <Inbox aria-hidden />,
      hint: t('globals.terms.teamInbox'),
      also: plural('globals.terms.teamInbox'),
      isAllowed: can('conversations:read_team_inbox', agent),
      to: list({ kind: 'team', team_id: id }),
    })),
    ...views.map(({ id, name }) => ({
      id: `go.view.${id}`,
      label: name,
      group,
      icon: <ListFilter aria-hidden />,
      hint: t('globals.terms.view'),
      isAllowed: can('view:manage', agent),
      to: list({ kind: 'view', view_id: id }),
    })),
    {
      id: 'go.contacts',
      label: t('contacts.all'),
      group,
      icon: <Contact aria-hidden />,
      isAllowed: can('contacts:read_all', agent),
      to: go('/contacts'),
    },
  ];
  return places.filter(({ isAllowed }) => isAllowed);
}
