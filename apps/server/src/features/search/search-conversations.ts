import { type FoundConversation, mostFound } from '@bellhop/contract';
import { markPhrases, phraseOf } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import type { Transaction } from '../../db/types.ts';
import { attempt } from './bounded-time.queries.ts';
import { type FoundRow, listFoundRows } from './found-rows.queries.ts';
import { findByReference, listAmong, listConversationsWith, listVisible } from './plain-search.queries.ts';
import { withinTime } from './run-search.ts';

/** How much is looked at before an index is asked; tests make it small. */
export interface PlainStages {
  newest: number;
}

export const usualPlainStages: PlainStages = { newest: 10_000 };
/** A viewer who sees no more than these is answered from them. */
const fewVisible = 2_000;

/**
 * Visible conversations with a part of the reference number, subject, contact's name or address, or a file's name; the one of exactly
 * that number first, then the newest (settled question 14, behaviour 13.3).
 */
export async function searchConversations(
  deps: Deps,
  actor: Actor,
  typed: string,
  stages: PlainStages = usualPlainStages,
): Promise<FoundConversation[]> {
  const found = new Set<number>();
  let exact: { conversation_id: number } | undefined;
  await withinTime(deps, actor, async (db) => {
    found.clear();
    exact = await findByReference(db, actor, typed.replace(/^#/, ''));
    if (exact) found.add(exact.conversation_id);
    for await (const { conversation_id } of parts(db, actor, typed, stages)) {
      if (found.size >= mostFound.conversations) break;
      found.add(conversation_id);
    }
    return true;
  });
  const hits = [...found].map((conversation_id) => ({ conversation_id }));
  const phrase = phraseOf(typed, true);
  const rows = await listFoundRows(deps.reads, { viewer: actor }, hits);
  const isExact = (row: FoundRow) => Number(row.conversation_id === exact?.conversation_id);
  return rows
    .sort((a, b) => isExact(b) - isExact(a) || b.created_at.getTime() - a.created_at.getTime())
    .map((row) => viewConversation(row, phrase));
}

async function* parts(
  db: Transaction,
  actor: Actor,
  typed: string,
  stages: PlainStages,
): AsyncGenerator<{ conversation_id: number }> {
  const limit = mostFound.conversations;
  if (!actor.permissions.has('conversations:read_all')) {
    const visible = await attempt(db, 400, () => listVisible(db, actor, fewVisible));
    if (visible) {
      yield* await listAmong(db, visible, typed, limit);
      return;
    }
  }
  const newest = await listConversationsWith(db, actor, typed, stages, limit);
  yield* newest;
  if (newest.length < limit) yield* await listConversationsWith(db, actor, typed, 'all', limit);
}

function viewConversation(row: FoundRow, phrase: ReturnType<typeof phraseOf>): FoundConversation {
  return {
    created_at: row.created_at.toISOString(),
    uuid: row.uuid,
    reference_number: row.reference_number,
    subject: row.subject,
    subject_marks: phrase ? markPhrases(row.subject, [phrase]) : [],
    status: row.status,
    contact: { first_name: row.contact_first_name, last_name: row.contact_last_name, email: row.contact_email },
    last_message_at: row.last_message_at.toISOString(),
  };
}
