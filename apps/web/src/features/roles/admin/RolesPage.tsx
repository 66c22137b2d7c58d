import type { Role } from '@bellhop/contract';
import { adminRoleName, agentRoleName } from '@bellhop/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { Eye, Pencil, Plus, Shield, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { nameColumn } from '../../../ui/admin/columns.tsx';
import { DeleteRow } from '../../../ui/admin/DeleteRow.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { roleQueries } from '../roles.api.ts';
import { rolesPath } from './RoleForm.tsx';

const columns: readonly AdminColumn<Role>[] = [
  nameColumn(),
  {
    id: 'permissions',
    title: t('admin.role.permissions'),
    cell: ({ permissions }) => count(permissions.length),
    sortBy: ({ permissions }) => permissions.length,
    isNumber: true,
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

/** Roles: what they are for, and how many agents hold each. */
export function Component() {
  const navigate = useNavigate();
  const query = useQuery(roleQueries.list());
  const [doomed, setDoomed] = useState<Role>();
  const path = ({ id }: Role) => `${rolesPath}/${id}/edit`;
  return (
    <AdminPage
      title={plural('globals.terms.role')}
      isWide
      actions={
        <Link className={buttonClass({ tone: 'main' })} to={`${rolesPath}/new`}>
          <Plus aria-hidden />
          {t('globals.messages.new', { name: t('globals.terms.role', {}, 1) })}
        </Link>
      }
    >
      <AdminTable
        label={plural('globals.terms.role')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={path}
        searchText={({ name, description }) => `${name} ${description}`}
        menu={(role) => (
          <>
            <MenuItem
              icon={role.name === adminRoleName ? <Eye aria-hidden /> : <Pencil aria-hidden />}
              onSelect={() => void navigate(path(role))}
            >
              {role.name === adminRoleName ? t('globals.messages.viewDetails') : t('globals.messages.edit')}
            </MenuItem>
            {role.name !== adminRoleName && role.name !== agentRoleName && (
              <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => setDoomed(role)}>
                {t('globals.messages.delete')}
              </MenuItem>
            )}
          </>
        )}
        empty={{
          icon: <Shield aria-hidden />,
          title: t('admin.list.none_found'),
          text: t('admin.role.setPermissionsForThisRole'),
        }}
      />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.role.deleteConfirmation')}
        entity="role"
        usage={(id, signal) => api('roles.usage', { params: { id } }, { signal })}
        remove={(id) => api('roles.remove', { params: { id } })}
        renews={['roles']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
