import type { Deps } from '../../core/deps.ts';
import { deleteOldest } from './activity-log.queries.ts';

/** Rows that one transaction deletes. */
const batch = 10_000;

/** Deletes what is older than the desk keeps; 0 days keep it for ever. */
export async function trimActivityLog(deps: Pick<Deps, 'work' | 'system'>, days: number): Promise<void> {
  if (days === 0) return;
  let deleted: number;
  do {
    deleted = await deps.work(deps.system, (uow) =>
      deleteOldest(uow.db, new Date(uow.now.getTime() - days * 24 * 3600_000), batch),
    );
  } while (deleted === batch);
}
