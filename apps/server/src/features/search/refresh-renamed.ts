import type { Deps } from '../../core/deps.ts';
import {
  listOutdated,
  lockRenamedContact,
  moveRenamedContact,
  refreshConversations,
} from './renamed-contacts.queries.ts';

const batch = 500;
/** One run ends after this, so that other jobs get their turn; the next minute goes on. */
const longestRunMs = 20_000;

/**
 * Part of the job `search.index_backlog`: takes the new name of renamed contacts to those of their conversations that the rename itself
 * left out (see migration 0012), newest first, a batch in each transaction, which also remembers how far it came.
 */
export async function refreshRenamed(deps: Deps, size = batch): Promise<void> {
  const end = Date.now() + longestRunMs;
  let isOver = false;
  while (!isOver && Date.now() < end) {
    isOver = await deps.work(deps.system, async ({ db }) => {
      const contact = await lockRenamedContact(db);
      if (!contact) return true;
      const ids = await listOutdated(db, contact, size);
      await refreshConversations(db, ids);
      await moveRenamedContact(db, contact.contact_id, ids.length < size ? null : ids.at(-1)!);
      return false;
    });
  }
}
