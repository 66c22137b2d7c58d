import type { SecondFactorState } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { Reader } from '../../db/types.ts';
import { endSessionsOf } from '../auth/index.ts';
import { readFactorState, resetFactor } from '../second-factor/index.ts';
import { loadAgent, lockAgent } from '../users/index.ts';
import { demandNoTakeover } from './guards.ts';

/** What an administrator sees of an agent's second factor. Throws agent.not_found. */
export async function readFactorOf(db: Reader, id: number): Promise<SecondFactorState> {
  await loadAgent(db, id);
  return readFactorState(db, id);
}

/**
 * Takes away another agent's second factor and ends their sessions: whoever stole one may hold another. One's own takes a second
 * administrator, or the command line. Throws second_factor.own_reset, agent.not_found, agent.may_do_more, second_factor.none.
 */
export async function resetFactorOfAgent({ work }: Pick<Deps, 'work'>, actor: Actor, id: number): Promise<true> {
  if (id === actor.id) throw new AppError('second_factor.own_reset');
  return work(actor, async (uow) => {
    const locked = await lockAgent(uow.db, id);
    if (!locked) throw new AppError('agent.not_found');
    demandNoTakeover(actor, await loadAgent(uow.db, id), 'second_factor');
    await resetFactor(uow, { id, email: locked.email });
    await endSessionsOf(uow, id);
    return true as const;
  });
}
