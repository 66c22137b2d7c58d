import type { roleRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { getRole, listRoles, roleUsage } from './read-roles.ts';
import { createRole, removeRole, updateRole } from './save-role.ts';

/** Every role route and what answers it. */
export function createRoleHandlers({ db, work }: Deps): Handlers<typeof roleRoutes> {
  return {
    'roles.list': () => listRoles(db),
    'roles.get': ({ params }) => getRole(db, params.id),
    'roles.create': ({ actor, body }) => work(actor, (uow) => createRole(uow, body)),
    'roles.update': ({ actor, params, body }) => work(actor, (uow) => updateRole(uow, params.id, body)),
    'roles.remove': ({ actor, params }) => work(actor, (uow) => removeRole(uow, params.id)),
    'roles.usage': ({ params }) => roleUsage(db, params.id),
  };
}
