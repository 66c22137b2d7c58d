import type { Permission } from '@bellhop/contract';
import { useController } from 'react-hook-form';
import { can, useCurrentAgent } from '../../../lib/session.ts';
import { useFieldError } from '../../../ui/admin/fields.tsx';
import { PermissionGroups } from './PermissionGroups.tsx';

interface PermissionsFieldProps {
  label: string;
  /** What is allowed already: it can be taken away and given back by whoever lacks it. */
  stored: readonly string[];
  /** Leaves out what may not be given. */
  isShort?: boolean;
}

/** The form's member `permissions`; only what whoever fills it in has, or what is stored, can be given. */
export function PermissionsField({ label, stored, isShort = false }: PermissionsFieldProps) {
  const { field } = useController({ name: 'permissions' });
  const error = useFieldError('permissions');
  const me = useCurrentAgent();
  const mayGive = (permission: Permission) => can(permission, me) || stored.includes(permission);
  return (
    <>
      <div className="field" tabIndex={-1} ref={field.ref}>
        <p className="label">{label}</p>
        {error && (
          <span className="error" role="alert">
            {error}
          </span>
        )}
      </div>
      <PermissionGroups
        chosen={field.value as string[]}
        onChange={field.onChange}
        mayGive={mayGive}
        isShort={isShort}
      />
    </>
  );
}
