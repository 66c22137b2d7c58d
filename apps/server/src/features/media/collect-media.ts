import type { Deps } from '../../core/deps.ts';
import { condemnAbandonedMedia, deleteMedia } from './media.queries.ts';
import { discardFiles } from './store-files.ts';

const unlinkedDays = 7;
const batch = 100;

/**
 * Removes uploads that no message took within 7 days and files whose message is gone, thumbnails included. A file is first
 * made unclaimable, then its bytes go, then its row, so that a crash in between leaves nothing that is not collected next
 * time (behaviour 11 GC).
 */
export async function collectMedia(deps: Deps): Promise<void> {
  for (;;) {
    const condemned = await deps.work(deps.system, (uow) =>
      condemnAbandonedMedia(uow.db, { unlinked_before: daysBefore(uow.now, unlinkedDays), limit: batch }),
    );
    await discardFiles(deps, condemned);
    await deps.work(deps.system, (uow) =>
      deleteMedia(
        uow.db,
        condemned.map((file) => file.id),
      ),
    );
    if (condemned.length < batch) return;
  }
}

function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * 86_400_000);
}
