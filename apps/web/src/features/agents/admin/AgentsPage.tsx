import type { AgentRow } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, User } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { fullDate, fullName, relativeTime } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteRow } from '../../../ui/admin/DeleteRow.tsx';
import { StateLabel } from '../../../ui/Badge.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Combobox.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { agentQueries } from '../../users/index.ts';
import { agentsPath } from './AgentForm.tsx';
import { availabilityDot, availabilityName } from './agent-availability.ts';
import './agents.css';

const stateOf = (agent: AgentRow) =>
  agent.enabled ? availabilityName(agent.availability_status) : t('globals.terms.disabled');

const columns: readonly AdminColumn<AgentRow>[] = [
  {
    id: 'name',
    title: t('globals.terms.name'),
    cell: (agent) => (
      <span className="agent-cell">
        <Avatar {...agent} isUs />
        <span>
          <span dir="auto">{fullName(agent)}</span>
          <small>{agent.email}</small>
        </span>
      </span>
    ),
    sortBy: fullName,
  },
  {
    id: 'availability',
    title: t('globals.terms.availabilityStatus'),
    cell: (agent) => (
      <StateLabel tone={agent.enabled ? availabilityDot(agent.availability_status) : 'bad'}>
        {stateOf(agent)}
      </StateLabel>
    ),
    sortBy: stateOf,
  },
  {
    id: 'roles',
    title: plural('globals.terms.role'),
    cell: ({ roles }) => <span dir="auto">{roles.join(', ')}</span>,
    sortBy: ({ roles }) => roles.join(', '),
    isMinor: true,
  },
  {
    id: 'last_active',
    title: t('globals.terms.lastActive'),
    cell: ({ last_active_at: at }) =>
      at ? (
        <time dateTime={at} title={fullDate(at)}>
          {relativeTime(at)}
        </time>
      ) : (
        <span className="muted">{t('admin.agent.never')}</span>
      ),
    sortBy: ({ last_active_at }) => last_active_at ?? '',
    isNumber: true,
    isMinor: true,
  },
];

/** Agents: who they are, whether they are there, what they may do. */
export function Component() {
  const navigate = useNavigate();
  const me = useCurrentAgent();
  const [role, setRole] = useState('');
  const [doomed, setDoomed] = useState<AgentRow>();
  const all = useQuery(agentQueries.list());
  const roles = useMemo(() => [...new Set(all.data?.flatMap((agent) => agent.roles))].sort(), [all.data]);
  const shown = useMemo(
    () => (role === '' ? all.data : all.data?.filter((agent) => agent.roles.includes(role))),
    [all.data, role],
  );
  const path = ({ id }: AgentRow) => `${agentsPath}/${id}/edit`;
  return (
    <AdminPage
      title={plural('globals.terms.agent')}
      isWide
      actions={
        <Link className={buttonClass({ tone: 'main' })} to={`${agentsPath}/new`}>
          <Plus aria-hidden />
          {t('globals.messages.new', { name: t('globals.terms.agent', {}, 1) })}
        </Link>
      }
    >
      <AdminTable
        label={plural('globals.terms.agent')}
        query={{ ...all, data: shown } as typeof all}
        columns={columns}
        rowId={({ id }) => id}
        rowName={fullName}
        rowPath={path}
        searchText={(agent) => `${fullName(agent)} ${agent.email}`}
        filters={
          <div className="agent-role-filter">
            <Select
              label={t('globals.terms.role', {}, 1)}
              value={role}
              onChange={setRole}
              options={[
                { value: '', label: t('admin.agent.all_roles') },
                ...roles.map((name) => ({ value: name, label: name })),
              ]}
            />
          </div>
        }
        menu={(agent) => (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => void navigate(path(agent))}>
              {t('globals.messages.edit')}
            </MenuItem>
            {agent.id !== me.id && (
              <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => setDoomed(agent)}>
                {t('globals.messages.delete')}
              </MenuItem>
            )}
          </>
        )}
        empty={{
          icon: <User aria-hidden />,
          title: t('admin.list.none_found'),
          text: t('admin.role.roleForAllSupportAgents'),
        }}
      />
      <DeleteRow
        row={doomed}
        name={fullName}
        text={t('admin.agent.deleteConfirmation')}
        entity="agent"
        usage={(id, signal) => api('agents.usage', { params: { id } }, { signal })}
        remove={(id) => api('agents.remove', { params: { id } })}
        renews={['agents']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
