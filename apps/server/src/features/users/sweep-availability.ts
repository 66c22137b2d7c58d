import type { Deps } from '../../core/deps.ts';
import { lockSilentAgents } from './agents.queries.ts';
import { changeAvailability } from './change-availability.ts';

const silentMs = 5 * 60_000;
const everyMs = 30_000;

/**
 * Job `agents.sweep_availability`: agents without a sign of life for five minutes go offline, unless they chose to be away. It runs
 * every 30 s (behaviour B3.7.3), and the clock of the jobs knows minutes only: the run at the beginning of a minute asks for one
 * in its middle.
 */
export async function sweepAvailability(deps: Pick<Deps, 'work' | 'system'>): Promise<void> {
  await deps.work(deps.system, async (uow) => {
    const silent = await lockSilentAgents(uow.db, new Date(uow.now.getTime() - silentMs));
    for (const agent of silent) await changeAvailability(uow, agent, 'offline');
    const intoMinute = uow.now.getTime() % 60_000;
    if (intoMinute >= everyMs) return;
    // A job's time is the database's: only the distance carries over.
    const run_at = new Date(Date.now() + everyMs - intoMinute);
    await uow.enqueue('agents.sweep_availability', {}, { run_at, key: 'agents.sweep_availability:half' });
  });
}
