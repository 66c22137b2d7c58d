import type { Deps } from '../../core/deps.ts';
import { noteLocalDelivery } from './receiving.queries.ts';

/** Written down at most once in this time for an inbox, as the successes of a receiver are. */
const noteEveryMs = 60_000;

/**
 * Notes on inboxes of local mail that a mail has come in: the health of those with IMAP accounts is their receiver's. The mail is
 * stored by then, so what fails here is logged and costs no delivery.
 */
export function createDeliveryNotes(deps: Deps): (inboxIds: readonly number[]) => Promise<void> {
  const noted = new Map<number, number>();
  return async (inboxIds) => {
    const now = deps.clock.now().getTime();
    const due = inboxIds.filter((id) => now - (noted.get(id) ?? Number.NEGATIVE_INFINITY) >= noteEveryMs);
    if (due.length === 0) return;
    for (const id of due) noted.set(id, now);
    await deps
      .work(deps.system, (uow) => noteLocalDelivery(uow.db, due, uow.now))
      .catch((error: Error) => {
        for (const id of due) noted.delete(id);
        deps.log.warn({ inboxes: due, err: error.message }, 'the health of inboxes could not be stored');
      });
  };
}
