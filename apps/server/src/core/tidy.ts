import { deleteOldCauses } from './cause.queries.ts';
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
  // Alone: while a month is dropped, nobody can commit.
  await deps.work(deps.system, (uow) => rotateEvents(uow.db, keptMonths));
  await deps.work(deps.system, async (uow) => {
    const over = await deleteExpired(uow.db, uow.now);
    // Sockets end with their sessions.
    for (const userId of over) uow.wake('bellhop_sessions', String(userId));
    await deleteReplacedJobs(uow.db);
  });
}

/** Records of why things happened are kept this long. */
const causesKeptMs = 90 * 24 * 3600_000;
/** Of them so many go in one transaction. */
const causesAtOnce = 5_000;

/** Deletes the records of why things happened that nobody asks for any more. */
export async function forgetCauses({ work, system }: Pick<Deps, 'work' | 'system'>): Promise<void> {
  let deleted: number;
  do {
    deleted = await work(system, (uow) =>
      deleteOldCauses(uow.db, new Date(uow.now.getTime() - causesKeptMs), causesAtOnce),
    );
  } while (deleted === causesAtOnce);
}
