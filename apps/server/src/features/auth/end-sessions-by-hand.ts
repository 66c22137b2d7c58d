import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordActivity } from '../activity-log/index.ts';
import { loadAgent } from '../users/index.ts';
import { endSessionsOf } from './end-session.ts';
import { countSessionsOf, deleteSessionOf } from './sessions.queries.ts';

/**
 * Ends one session of an agent, by its public id and at once, sockets included. Throws `agent.not_found`, and `session.not_found` for
 * a session that is over or somebody else's.
 */
export async function endOneSession(
  { work }: Pick<Deps, 'work'>,
  actor: Actor,
  session: { user_id: number; id: string },
): Promise<true> {
  return work<true>(actor, async (uow) => {
    const agent = await loadAgent(uow.db, session.user_id);
    if (!(await deleteSessionOf(uow.db, session))) throw new AppError('session.not_found');
    uow.wake('bellhop_sessions', String(agent.id));
    await record(uow, agent);
    return true;
  });
}

/** Ends the sessions of an agent, at once and sockets included; the actor's present one stays. Throws `agent.not_found`. */
export async function endAllSessions(
  { work }: Pick<Deps, 'work'>,
  actor: Actor,
  sessions: { user_id: number; keep: Buffer },
): Promise<true> {
  return work<true>(actor, async (uow) => {
    const agent = await loadAgent(uow.db, sessions.user_id);
    const keep = agent.id === actor.id ? sessions.keep : undefined;
    if ((await countSessionsOf(uow.db, agent.id, uow.now, keep)) === 0) return true;
    await endSessionsOf(uow, agent.id, keep);
    await record(uow, agent);
    return true;
  });
}

function record(uow: UnitOfWork, agent: { id: number; email: string | null }): Promise<void> {
  return recordActivity(uow, {
    activity_type: 'agent_sessions_ended',
    actor: uow.actor,
    target_user_id: agent.id,
    params: { target_email: agent.email ?? '' },
    ip: uow.actor.ip ?? null,
  });
}
