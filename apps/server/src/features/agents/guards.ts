import { type Agent, adminRoleName } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { countOtherAdmins, lockAdmins } from '../users/index.ts';

/**
 * Who sets the password or the address of another agent can sign in as them: allowed only for those who may do no more than the
 * actor. An API key sets neither for its own agent. Throws agent.may_do_more, api_key.not_allowed.
 */
export function demandNoTakeover(
  actor: Actor,
  agent: Pick<Agent, 'id' | 'permissions'>,
  field: 'email' | 'new_password' | 'second_factor',
): void {
  const isOwn = agent.id === actor.id;
  if (isOwn && actor.via) throw notByKey(field);
  if (isOwn || agent.permissions.every((permission) => actor.permissions.has(permission))) return;
  throw new AppError('agent.may_do_more', { data: { [field]: 'this agent may do more than you' } });
}

/** Refuses to take the last enabled Admin from the desk, by whatever two act at once. Throws agent.last_admin. */
export async function demandOtherAdmin(uow: UnitOfWork, agent: Pick<Agent, 'id' | 'enabled' | 'roles'>): Promise<void> {
  if (!agent.enabled || !agent.roles.includes(adminRoleName)) return;
  await lockAdmins(uow.db);
  if ((await countOtherAdmins(uow.db, agent.id)) === 0) throw new AppError('agent.last_admin');
}

/** Passwords are set by who is signed in, never by an API key (behaviour 10.7). Throws api_key.not_allowed. */
export function demandNoPasswordByKey(actor: Actor, password: string): void {
  if (actor.via && password !== '') throw notByKey('new_password');
}

function notByKey(field: string): AppError {
  return new AppError('api_key.not_allowed', { data: { [field]: 'an API key cannot set it' } });
}
