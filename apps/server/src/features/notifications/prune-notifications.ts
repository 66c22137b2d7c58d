import type { Deps } from '../../core/deps.ts';
import { deleteOlder } from './notifications.queries.ts';

/** Days for which notifications are kept (behaviour 6.3). */
const keptDays = 30;

/** Deletes old notifications, read or not. */
export async function pruneNotifications(deps: Deps): Promise<void> {
  await deps.work(deps.system, (uow) => deleteOlder(uow.db, new Date(uow.now.getTime() - keptDays * 24 * 3600_000)));
}
