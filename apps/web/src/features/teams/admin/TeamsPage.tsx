import type { TeamListRow } from '@bellhop/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteDialog } from '../../../ui/admin/DeleteDialog.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { teamQueries } from '../teams.api.ts';
import { teamsPath } from './TeamForm.tsx';
import './teams.css';

const assignmentName = ({ conversation_assignment_type: type }: TeamListRow) =>
  t(type === 'Manual' ? 'admin.team.assignment.manual' : 'admin.team.assignment.round_robin');

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
  const client = useQueryClient();
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
        menu={(team) => (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => void navigate(path(team))}>
              {t('globals.messages.edit')}
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => setDoomed(team)}>
              {t('globals.messages.delete')}
            </MenuItem>
          </>
        )}
        empty={{
          icon: <Users aria-hidden />,
          title: t('admin.team.empty'),
          text: t('admin.team.empty.description'),
        }}
      />
      <DeleteDialog
        name={doomed?.name}
        text={t('admin.team.deleteConfirmation')}
        {...(doomed && {
          usage: {
            key: ['team', doomed.id],
            load: (signal) => api('teams.usage', { params: { id: doomed.id } }, { signal }),
          },
        })}
        onDelete={async () => {
          if (!doomed) return;
          await api('teams.remove', { params: { id: doomed.id } });
          await client.invalidateQueries({ queryKey: ['teams'] });
        }}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
