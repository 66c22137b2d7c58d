import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { announce, type Owner, settle } from './announce.ts';
import { deleteChallengesOf } from './challenges.queries.ts';
import { demandConfirmed } from './confirm.ts';
import type { OwnRequest } from './enrol.ts';
import { deletePasskey, deletePasskeysOf, listRequiringRoles, renamePasskey, replaceTotp } from './factors.queries.ts';
import { holdFactor } from './use-code.ts';

/** Codes of the app count no more. Throws session.confirmation_needed, second_factor.not_found, second_factor.required. */
export async function removeTotp(deps: Deps, { actor, session }: OwnRequest): Promise<true> {
  demandConfirmed(session, deps.clock.now());
  return deps.work(actor, async (uow) => {
    const factor = await holdFactor(uow, actor.id);
    if (!factor.totp_secret) throw new AppError('second_factor.not_found');
    await replaceTotp(uow.db, actor.id, null);
    await settleOwn(uow);
    await announce(uow, actor, 'agent_second_factor_removed', { method: 'totp' });
    return true as const;
  });
}

/** A passkey counts no more. Throws session.confirmation_needed, second_factor.not_found, second_factor.required. */
export async function removePasskey(deps: Deps, { actor, session }: OwnRequest, id: number): Promise<true> {
  demandConfirmed(session, deps.clock.now());
  return deps.work(actor, async (uow) => {
    await holdFactor(uow, actor.id);
    const name = await deletePasskey(uow.db, actor.id, id);
    if (name === undefined) throw new AppError('second_factor.not_found');
    await settleOwn(uow);
    await announce(uow, actor, 'agent_second_factor_removed', { method: 'passkey', name });
    return true as const;
  });
}

/** Gives one of the own passkeys another name. Throws second_factor.not_found. */
export async function nameOwnPasskey({ work }: Deps, actor: Actor, id: number, name: string): Promise<true> {
  return work(actor, async (uow) => {
    if (!(await renamePasskey(uow.db, actor.id, id, name))) throw new AppError('second_factor.not_found');
    return true as const;
  });
}

/**
 * Takes away all that an agent has beside the password, begun sign-ins too. The caller ends the sessions. Throws
 * second_factor.none when there is nothing.
 */
export async function resetFactor(uow: UnitOfWork, owner: Owner): Promise<void> {
  await holdFactor(uow, owner.id);
  if (!(await settle(uow, owner.id))) throw new AppError('second_factor.none');
  await replaceTotp(uow.db, owner.id, null);
  await deletePasskeysOf(uow.db, owner.id);
  await deleteChallengesOf(uow.db, owner.id);
  await settle(uow, owner.id);
  await announce(uow, owner, 'agent_second_factor_reset');
}

/** The last factor stays while a role requires one. */
async function settleOwn(uow: UnitOfWork): Promise<void> {
  if (await settle(uow, uow.actor.id)) return;
  const roles = await listRequiringRoles(uow.db, uow.actor.id);
  if (roles.length > 0) throw new AppError('second_factor.required', { params: { role: roles.join(', ') } });
}
