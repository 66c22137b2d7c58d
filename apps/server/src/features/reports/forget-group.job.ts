import type { Deps } from '../../core/deps.ts';
import type { Jobs } from '../../core/jobs.ts';
import { findLastKnown, listKnownOf, lockState } from './facts.queries.ts';
import { longestRunMs } from './follow-changes.job.ts';
import { refreshFacts } from './refresh-facts.ts';

/** Numbers of conversations that one transaction looks at. */
const numbersAtOnce = 500;
const top = 2_147_483_647;

/**
 * Job `reports.forget`: a tag or a team has been deleted, without a word in the conversations that had it: their facts are made what the rows
 * say now, newest first. After a while it leaves the rest to another run, so that other jobs get their turn.
 */
export async function forgetGroup(
  deps: Pick<Deps, 'work' | 'system'>,
  { below = top, ...group }: Jobs['reports.forget'],
): Promise<void> {
  const end = Date.now() + longestRunMs;
  for (let from: number | null = below; from !== null; ) {
    const before: number = from;
    if (Date.now() > end) {
      await deps.work(deps.system, (uow) => uow.enqueue('reports.forget', { ...group, below: before }));
      return;
    }
    from = await deps.work(deps.system, async (uow) => {
      const { time_zone } = await lockState(uow.db);
      const last = await findLastKnown(uow.db, before);
      if (last === null) return null;
      const first = last + 1 - numbersAtOnce;
      await refreshFacts(uow.db, await listKnownOf(uow.db, group, { from: first, below: before }), time_zone);
      return first;
    });
  }
}
