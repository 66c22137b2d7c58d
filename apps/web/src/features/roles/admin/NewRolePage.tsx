import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { RoleForm } from './RoleForm.tsx';

/** A new role. */
export function Component() {
  return (
    <RoleForm
      title={t('globals.messages.new', { name: t('globals.terms.role', {}, 1) })}
      save={(body) => api('roles.create', { body })}
    />
  );
}
