import type { TeamListRow } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { api } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import type { AdminColumn } from '../../../ui/admin/AdminTable.tsx';
import { ConfigListPage } from '../../../ui/admin/ConfigListPage.tsx';
import { teamQueries } from '../teams.api.ts';
import { assignmentWay, teamsPath } from './TeamForm.tsx';
import './teams.css';

const assignmentName = (team: TeamListRow) => t(`admin.team.assignment.${assignmentWay(team)}`);

const columns: readonly AdminColumn<TeamListRow>[] = [
  {
    id: 'name',
    title: t('globals.terms.name'),
    cell: ({ name, emoji }) => (
      <span className="team-name">
        <span className="emoji" aria-hidden="true">
          {emoji}
        </span>
        <span dir="auto">{name}</span>
      </span>
    ),
    sortBy: ({ name }) => name,
  },
  {
    id: 'assignment',
    title: t('admin.team.assignment'),
    cell: assignmentName,
    sortBy: assignmentName,
    isMinor: true,
  },
  {
    id: 'timezone',
    title: t('globals.terms.timezone', {}, 1),
    cell: ({ timezone }) => timezone.replaceAll('_', ' '),
    sortBy: ({ timezone }) => timezone,
    isMinor: true,
  },
  {
    id: 'members',
    title: plural('globals.terms.agent'),
    cell: ({ members }) => count(members),
    sortBy: ({ members }) => members,
    isNumber: true,
  },
];

/** Teams, with how conversations find an agent in each. */
export function Component() {
  return (
    <ConfigListPage
      title={plural('globals.terms.team')}
      one={t('globals.terms.team', {}, 1)}
      path={teamsPath}
      query={useQuery(teamQueries.list())}
      columns={columns}
      name={({ name }) => name}
      searchText={({ name, timezone }) => `${name} ${timezone}`}
      empty={{
        icon: <Users aria-hidden />,
        title: t('admin.team.empty'),
        text: t('admin.team.empty.description'),
      }}
      deletion={{
        text: t('admin.team.deleteConfirmation'),
        entity: 'team',
        usage: (id, signal) => api('teams.usage', { params: { id } }, { signal }),
        remove: (id) => api('teams.remove', { params: { id } }),
        renews: ['teams'],
      }}
    />
  );
}
