import type { Deps } from '../../core/deps.ts';
import { cancelStrays, deleteOld } from './queue.queries.ts';

/** The delivery log holds so much. */
const keptMs = 7 * 24 * 3600_000;

/** Drops events and deliveries after a week, and puts an end to what waits for webhooks that are off. */
export async function tidyWebhooks(deps: Deps): Promise<void> {
  await deps.work(deps.system, async (uow) => {
    await deleteOld(uow.db, new Date(uow.now.getTime() - keptMs));
    await cancelStrays(uow.db, uow.now);
  });
}
