import type { Permission } from '@bellhop/contract';
import type { Actor } from './actor.ts';
import { AppError } from './app-error.ts';

/** Lets pass who holds one of these permissions. Throws `permission.missing` (403), which names all of them. */
export function demandPermission(actor: Pick<Actor, 'permissions'>, ...anyOf: readonly Permission[]): void {
  if (anyOf.some((permission) => actor.permissions.has(permission))) return;
  throw new AppError('permission.missing', {
    params: { permission: anyOf.join(', ') },
    data: { permissions: anyOf },
  });
}
