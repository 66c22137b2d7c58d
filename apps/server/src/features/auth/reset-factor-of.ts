import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Work } from '../../core/unit-of-work.ts';
import { resetFactor } from '../second-factor/index.ts';
import { endSessionsOf } from './end-session.ts';
import { clearFailuresOf, findCredentials } from './login.queries.ts';

/** For the command line: takes away an agent's second factor and ends their sessions, or says in a sentence why not. */
export async function resetFactorOf(request: {
  work: Work;
  system: Actor;
  email: string;
}): Promise<{ ok: true } | { ok: false; reason: string }> {
  try {
    return await request.work(request.system, async (uow) => {
      const agent = await findCredentials(uow.db, request.email.trim().toLowerCase());
      if (!agent) return { ok: false, reason: `There is no agent ${request.email} who could sign in.` };
      await resetFactor(uow, agent);
      await clearFailuresOf(uow.db, agent.email);
      await endSessionsOf(uow, agent.id);
      return { ok: true };
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'second_factor.none')) throw error;
    return { ok: false, reason: `${request.email} has no second factor.` };
  }
}
