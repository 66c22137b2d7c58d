import { type FoundMessage, mostFound } from '@bellhop/contract';
import { phraseOf, wordsOf } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { findMessages, type Stages, usualStages } from './find-messages.ts';
import { listFoundRows } from './found-rows.queries.ts';
import type { Hit } from './message-hits.queries.ts';
import { withinTime } from './run-search.ts';
import { phraseQuery, type SearchPlan } from './search-plan.ts';
import { viewMessage } from './view-hits.ts';

/** What the words of a text have; those of the subject have another (see `messageWords`). */
const textWeight = 'D';

/**
 * Messages that hold every word of a query, or words that begin so, newest first (settled question 14). Joined signs like those of an
 * address are a phrase.
 */
export async function searchMessages(
  deps: Deps,
  actor: Actor,
  typed: string,
  stages: Stages = usualStages,
): Promise<FoundMessage[]> {
  const phrases = typed.split(/\s+/).flatMap((part) => phraseOf(part, wordsOf(part).some(isLongEnough)) ?? []);
  const plan: SearchPlan = {
    viewer: actor,
    words: phrases.map((phrase) => ({
      query: phraseQuery(phrase, textWeight),
      is_positive: true,
      has_prefix: phrase.is_prefix,
    })),
    message_tests: [],
    conversation_tests: [],
    is_about_messages: true,
    message_ids: null,
    since: null,
    until: null,
    is_empty: phrases.length === 0,
  };
  const hits: Hit[] = [];
  await withinTime(deps, actor, async (db, deadline) => {
    hits.length = 0;
    const search = { before: null, limit: mostFound.messages, enough: null, newer: null, deadline, stages };
    return (await findMessages(db, plan, search, hits)) === null;
  });
  const rows = await listFoundRows(deps.reads, plan, hits);
  return rows.map((row) => viewMessage(row, { text: phrases, subject: [] }));
}

/** A single sign is the beginning of too much. */
function isLongEnough(word: { text: string }): boolean {
  return word.text.length > 1;
}
