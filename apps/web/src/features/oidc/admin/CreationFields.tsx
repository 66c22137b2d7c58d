import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { plural, t } from '../../../lib/i18n.ts';
import { can, useCurrentAgent } from '../../../lib/session.ts';
import { ManyField, SwitchField, TextsField } from '../../../ui/admin/fields.tsx';
import type { Option } from '../../../ui/Combobox.tsx';
import { roleQueries } from '../../roles/index.ts';

/** Whether people who come for the first time become agents, which of them, and what they may do then. */
export function CreationFields() {
  const { watch } = useFormContext();
  const options = useRolesToGive();
  return (
    <>
      <SwitchField
        name="creates_agents"
        label={t('admin.sso.createsAgents')}
        help={t('admin.sso.createsAgents.help')}
      />
      {watch('creates_agents') && (
        <>
          <TextsField
            name="agent_domains"
            label={t('admin.sso.domains')}
            help={t('admin.sso.domains.help')}
            placeholder="example.com"
            dir="ltr"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
          />
          <ManyField
            name="agent_roles"
            label={plural('globals.terms.role')}
            help={t('admin.sso.roles.help')}
            options={options}
          />
        </>
      )}
    </>
  );
}

/** Nobody gives more than they have; who may not read roles knows their own. */
function useRolesToGive(): readonly Option[] {
  const me = useCurrentAgent();
  const { data: roles } = useQuery({ ...roleQueries.list(), enabled: can('roles:manage', me) });
  const names =
    roles
      ?.filter(({ permissions }) => permissions.every((permission) => me.permissions.includes(permission)))
      .map(({ name }) => name) ?? me.roles;
  return names.map((name) => ({ value: name, label: name }));
}
