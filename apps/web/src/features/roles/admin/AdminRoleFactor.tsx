import type { Role } from '@bellhop/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { Switch } from '../../../ui/Toggle.tsx';

/** The one thing that can be changed of the role Admin; it counts at once. */
export function AdminRoleFactor({ role }: { role: Role }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (requires_second_factor: boolean) => {
      const { id, name, description, permissions } = role;
      return api('roles.update', { params: { id }, body: { name, description, permissions, requires_second_factor } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['roles'] }),
  });
  return (
    <Switch
      label={t('admin.role.requiresSecondFactor')}
      help={t('admin.role.requiresSecondFactor.help')}
      checked={role.requires_second_factor}
      aria-disabled={isPending}
      onChange={(event) => !isPending && mutate(event.target.checked)}
    />
  );
}
