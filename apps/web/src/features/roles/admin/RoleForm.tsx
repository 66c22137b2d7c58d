import type { Role } from '@bellhop/contract';
import { agentRoleName } from '@bellhop/contract/permissions';
import { RoleInput } from '@bellhop/contract/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { SwitchField, TextAreaField, TextField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { MenuPreview } from './MenuPreview.tsx';
import { PermissionsField } from './PermissionsField.tsx';
import './roles.css';

export const rolesPath = '/admin/teams/roles';

interface RoleFormProps {
  title: string;
  /** The stored one; absent for a new one. */
  role?: Role;
  save: (values: z.output<typeof RoleInput>) => Promise<unknown>;
}

/** The form of a role, new or not: its permissions beside what its menus will look like. */
export function RoleForm({ title, role, save }: RoleFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isAgentRole = role?.name === agentRoleName;
  const state = useAdminForm({
    schema: RoleInput,
    values: {
      name: role?.name ?? '',
      description: role?.description ?? '',
      permissions: role?.permissions ?? [],
      requires_second_factor: role?.requires_second_factor ?? false,
    },
    basedOn: role?.updated_at,
    save,
    name: ({ name }) => name,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['roles'] });
      void navigate(rolesPath);
    },
  });
  return (
    <AdminPage title={title} parent={{ title: plural('globals.terms.role'), to: rolesPath }} isWide>
      <AdminForm state={state} label={title} back={rolesPath}>
        <div className="role-columns">
          <div>
            <TextField
              name="name"
              label={t('globals.terms.name')}
              disabled={isAgentRole}
              {...(isAgentRole ? { help: t('admin.role.agentNameFixed') } : {})}
            />
            <TextAreaField name="description" label={t('globals.terms.description')} isOptional rows={2} />
            <SwitchField
              name="requires_second_factor"
              label={t('admin.role.requiresSecondFactor')}
              help={t('admin.role.requiresSecondFactor.help')}
            />
            <PermissionsField label={t('admin.role.setPermissionsForThisRole')} stored={role?.permissions ?? []} />
          </div>
          <ChosenPreview />
        </div>
      </AdminForm>
    </AdminPage>
  );
}

function ChosenPreview() {
  return <MenuPreview chosen={useWatch({ name: 'permissions' }) as string[]} />;
}
