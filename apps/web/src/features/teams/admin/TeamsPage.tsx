import type { TeamListRow } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteRow, EditAndDelete } from '../../../ui/admin/DeleteRow.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
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
  const _client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(teamQueries.list());
  const [doomed, setDoomed] = useState<TeamListRow>();
  const path = ({ id }: TeamListRow) => `${teamsPath}/${id}/edit`;
  const add = (
    <Link className={buttonClass({ tone: 'main' })} to={`${teamsPath}/new`}>
      <Plus aria-hidden />
      {t('globals.messages.new', { name: t('globals.terms.team', {}, 1) })}
    </Link>
  );
  return (
    <AdminPage title={plural('globals.terms.team')} isWide actions={add}>
      <AdminTable
        label={plural('globals.terms.team')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={path}
        searchText={({ name, timezone }) => `${name} ${timezone}`}
        menu={(team) => <EditAndDelete onEdit={() => void navigate(path(team))} onDelete={() => setDoomed(team)} />}
        empty={{
          icon: <Users aria-hidden />,
          title: t('admin.team.empty'),
          text: t('admin.team.empty.description'),
        }}
      />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.team.deleteConfirmation')}
        entity="team"
        usage={(id, signal) => api('teams.usage', { params: { id } }, { signal })}
        remove={(id) => api('teams.remove', { params: { id } })}
        renews={['teams']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
