import type { Deps } from '../../core/deps.ts';
import { lockSilentAgents } from './agents.queries.ts';
import { changeAvailability } from './change-availability.ts';

const silentMs = 5 * 60_000;

/** Job `agents.sweep_availability`: agents without a sign of life for five minutes go offline, unless they chose to be away. */
export async function sweepAvailability(deps: Pick<Deps, 'work' | 'system'>): Promise<void> {
  await deps.work(deps.system, async (uow) => {
    const silent = await lockSilentAgents(uow.db, new Date(uow.now.getTime() - silentMs));
    for (const agent of silent) await changeAvailability(uow, agent, 'offline');
  });
}
