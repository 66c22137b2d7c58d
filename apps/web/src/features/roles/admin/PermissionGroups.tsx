import type { Permission } from '@bellhop/contract';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Toggle.tsx';
import { lacksBase, type PermissionGroup, permissionGroups, permissionText } from './permission-groups.ts';
import './roles.css';

interface PermissionGroupsProps {
  chosen: readonly string[];
  /** Absent where nothing can be changed. */
  onChange?: (chosen: string[]) => void;
  /** What whoever fills the form in may give; the rest stays as it is. */
  mayGive: (permission: Permission) => boolean;
  /** Leaves out what may not be given. */
  isShort?: boolean;
}

/** All permissions by what they are about, each group with a way to take all of it. */
export function PermissionGroups(props: PermissionGroupsProps) {
  return permissionGroups.map((group) => <Group key={group.id} group={group} {...props} />);
}

function Group({ group, chosen, onChange, mayGive, isShort }: PermissionGroupsProps & { group: PermissionGroup }) {
  const id = useId();
  const offered = group.permissions.filter(mayGive);
  const shown = isShort ? offered : group.permissions;
  if (shown.length === 0) return null;
  const hasAll = offered.every((permission) => chosen.includes(permission));
  const without = (permissions: readonly string[]) => chosen.filter((one) => !permissions.includes(one));
  const title = t(group.title);
  return (
    <fieldset className="admin-section role-group" aria-describedby={`${id}-help`}>
      <legend>{title}</legend>
      <div className="role-group-head">
        <p id={`${id}-help`} className="help">
          {t(group.help)}
        </p>
        {onChange && offered.length > 1 && (
          <Button
            size="s"
            tone="quiet"
            aria-label={t(hasAll ? 'admin.role.select_none_of' : 'admin.role.select_all_of', { name: title })}
            onClick={() => onChange(hasAll ? without(offered) : [...without(offered), ...offered])}
          >
            {t(hasAll ? 'admin.role.select_none' : 'admin.role.select_all')}
          </Button>
        )}
      </div>
      <div className="role-permissions">
        {shown.map((permission) => (
          <Checkbox
            key={permission}
            label={t(permissionText[permission])}
            checked={chosen.includes(permission)}
            disabled={!onChange || !mayGive(permission)}
            {...(onChange && !mayGive(permission) ? { help: t('admin.role.not_held') } : {})}
            onChange={(event) => onChange?.(event.target.checked ? [...chosen, permission] : without([permission]))}
          />
        ))}
      </div>
      {group.id === 'see' && lacksBase(chosen) && (
        <p className="role-warning" role="status">
          <TriangleAlert aria-hidden />
          {t('admin.role.needs_read')}
        </p>
      )}
    </fieldset>
  );
}
