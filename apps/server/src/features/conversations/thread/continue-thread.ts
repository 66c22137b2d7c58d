import type { Transaction } from '../../../db/types.ts';
import type { Letter } from './arrival.ts';
import { listStaleThreads, lockConversations, type StaleThread } from './continued.queries.ts';
import type { Continued, Evidence } from './threading.ts';

/** Where a letter goes in the end: into a conversation, or into a new one, which may continue another. */
export interface Place {
  evidence: Evidence | null;
  continues: Continued | null;
}

/**
 * Leads letters away from conversations that were closed too long ago to be opened again (behaviour 1.8): into the one that
 * continues theirs already, else into a new one. What machines write stays where it belongs, because it opens nothing.
 */
export async function continueThreads(
  db: Transaction,
  letters: readonly { letter: Letter; evidence: Evidence | null }[],
  closedBefore: Date,
): Promise<Map<Letter, Place>> {
  const ids = letters.flatMap(({ letter, evidence }) =>
    evidence && letter.machine.kind === 'none' ? [evidence.conversation_id] : [],
  );
  const stale = new Map((await lastingStaleThreads(db, ids, closedBefore)).map((thread) => [thread.id, thread]));
  return new Map<Letter, Place>(
    letters.map(({ letter, evidence }) => {
      const thread = letter.machine.kind === 'none' ? stale.get(evidence?.conversation_id ?? 0) : undefined;
      if (!evidence || !thread) return [letter, { evidence, continues: null }];
      if (!thread.is_last_stale)
        return [letter, { evidence: { ...evidence, conversation_id: thread.last_id }, continues: null }];
      const continues = { id: thread.last_id, reference_number: thread.last_reference, evidence };
      return [letter, { evidence: null, continues }];
    }),
  );
}

/** Two inboxes may want to go on from the same conversation at once: the second waits for the first and then finds what continues it. */
async function lastingStaleThreads(
  db: Transaction,
  ids: readonly number[],
  closedBefore: Date,
): Promise<StaleThread[]> {
  const stale = await listStaleThreads(db, ids, closedBefore);
  const ends = stale.filter(({ is_last_stale }) => is_last_stale).map(({ last_id }) => last_id);
  if (ends.length === 0) return stale;
  await lockConversations(db, ends);
  return listStaleThreads(db, ids, closedBefore);
}
