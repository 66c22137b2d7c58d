import type { Deps } from './deps.ts';
import { deleteExpired, deleteReplacedJobs, foldConversationCounts, rotateEvents } from './tidy.queries.ts';

/** The change log is kept this long; a client that was away longer reloads. */
const keptMonths = 3;

/** Job `counts.fold`. */
export async function foldCounts(deps: Deps): Promise<void> {
  await deps.work(deps.system, async (uow) => foldConversationCounts(uow.db));
}

/** Job `maintenance.tidy`. */
export async function tidy(deps: Deps): Promise<void> {
  await deps.work(deps.system, async (uow) => {
    await rotateEvents(uow.db, keptMonths);
    const over = await deleteExpired(uow.db, uow.now);
    // Sockets end with their sessions.
    for (const userId of over) uow.wake('bellhop_sessions', String(userId));
    await deleteReplacedJobs(uow.db);
  });
}
