import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { deleteHiddenTeam, isHidden } from './teams.queries.ts';

/**
 * Job `teams.purge`: frees the conversations of a deleted team, a batch in each transaction, then deletes its row. One that was
 * assigned in the very moment of the deletion is freed here too.
 */
export async function purgeTeam(
  { db, work, system }: Pick<Deps, 'db' | 'work' | 'system'>,
  { team_id }: { team_id: number },
  free: (uow: UnitOfWork, teamId: number) => Promise<unknown>,
): Promise<void> {
  let isGone = !(await isHidden(db, team_id));
  while (!isGone) {
    isGone = await work(system, async (uow) => {
      await free(uow, team_id);
      const isDeleted = await deleteHiddenTeam(uow.db, team_id);
      if (isDeleted) await uow.enqueue('reports.forget', { team_id });
      return isDeleted;
    });
  }
}
