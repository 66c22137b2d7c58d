import type { Deps } from '../../../core/deps.ts';
import { insertMessageWords, listUnsearchable, lockBacklog, moveBacklog } from './message-words.queries.ts';
import { messageWords, type SearchableMessage } from './message-words.ts';

const batch = 500;
/** One run ends after this, so that other jobs get their turn; the next minute goes on. */
const longestRunMs = 40_000;

/**
 * Job `search.index_backlog`: gives words to messages that were there before search was, newest first, a batch in each transaction.
 * Without such messages it is one look at an empty table.
 */
export async function indexBacklog(deps: Deps): Promise<void> {
  const end = Date.now() + longestRunMs;
  let isOver = false;
  while (!isOver && Date.now() < end) {
    isOver = await deps.work(deps.system, async ({ db }) => {
      const below = await lockBacklog(db);
      if (below === null) return true;
      const messages = await listUnsearchable(db, below, batch);
      const rows = messages.flatMap(({ id, conversation_id, created_at, ...message }) => {
        const words = messageWords(message as SearchableMessage);
        return words === null ? [] : [{ id, conversation_id, created_at, words }];
      });
      await insertMessageWords(db, rows);
      const last = messages.length < batch ? null : messages.at(-1)!.id;
      await moveBacklog(db, last);
      return last === null;
    });
  }
}
