import { adminRoleName } from '@bellhop/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { roleQueries } from '../roles.api.ts';
import { AdminRoleFactor } from './AdminRoleFactor.tsx';
import { MenuPreview } from './MenuPreview.tsx';
import { PermissionGroups } from './PermissionGroups.tsx';
import { RoleForm, rolesPath } from './RoleForm.tsx';

/** An existing role; Admin only to read. */
export function Component() {
  const id = Number(useParams().id);
  const query = useQuery(roleQueries.detail(id));
  const parent = { title: plural('globals.terms.role'), to: rolesPath };
  return (
    <LoadedPage query={query} parent={parent}>
      {(role) =>
        role.name === adminRoleName ? (
          <AdminPage title={role.name} parent={parent} isWide>
            <div className="role-columns">
              <div>
                <p className="role-note">{t('admin.role.adminFixed')}</p>
                <AdminRoleFactor role={role} />
                <PermissionGroups chosen={role.permissions} mayGive={() => false} />
              </div>
              <MenuPreview chosen={role.permissions} />
            </div>
          </AdminPage>
        ) : (
          <RoleForm title={role.name} role={role} save={(body) => api('roles.update', { params: { id }, body })} />
        )
      }
    </LoadedPage>
  );
}
