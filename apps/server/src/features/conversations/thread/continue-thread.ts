import type { Reader } from '../../../db/types.ts';
import type { Letter } from './arrival.ts';
import { listStaleThreads } from './continued.queries.ts';
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
  db: Reader,
  letters: readonly { letter: Letter; evidence: Evidence | null }[],
  closedBefore: Date,
): Promise<Map<Letter, Place>> {
  const ids = letters.flatMap(({ letter, evidence }) =>
    evidence && letter.machine.kind === 'none' ? [evidence.conversation_id] : [],
  );
  const stale = new Map((await listStaleThreads(db, ids, closedBefore)).map((thread) => [thread.id, thread]));
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
