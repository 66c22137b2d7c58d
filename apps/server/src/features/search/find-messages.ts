import type { Transaction } from '../../db/types.ts';
import { attempt } from './bounded-time.queries.ts';
import {
  allWords,
  findPlaceBefore,
  type Hit,
  inConversations,
  listConversationIds,
  listHits,
  measureShares,
  newestBefore,
  type Place,
  type Source,
  withIds,
  withWords,
} from './message-hits.queries.ts';
import type { SearchPlan } from './search-plan.ts';

/** How far the single readings of a search go; tests make them small. */
export interface Stages {
  /** Messages that are read without an index at first: whatever is common is found here. */
  newest: number;
  /** Then through the index, so many of its stretches of time back (see the migration). */
  near: number;
  far: number;
  /** Conversations whose messages are all looked at, when not more pass their tests. */
  conversations: number;
}

export const usualStages: Stages = { newest: 4_000, near: 10, far: 12, conversations: 2_000 };

/** Microseconds that share a lexeme `a:` (18 hours) or `b:` (12 days). */
const nearUs = 2 ** 16 * 1_000_000;
const farUs = 2 ** 20 * 1_000_000;
/** A beginning that more messages have is not looked up in the index: all its words would have to be gathered. */
const commonShare = 0.01;
const longestNarrowingMs = 400;
/** Later than any message. */
const endOfTime: Place = { at_us: 8e15, message_id: 0 };

export interface MessageSearch {
  /** Only messages before this place; null for all. */
  before: Place | null;
  limit: number;
  one_per_conversation: boolean;
  /** No reading begins later (milliseconds since 1970). */
  deadline: number;
  stages: Stages;
}

/**
 * Collects hits into `hits`, newest first, and stops at the limit. Reads the newest messages first, then further and further back, so
 * that neither a common word nor a long history makes it slow: what is common is found at once, and what is not leaves little to
 * read. Answers false when the time was over before everything was looked at.
 */
export async function findMessages(
  db: Transaction,
  plan: SearchPlan,
  search: MessageSearch,
  hits: Hit[],
): Promise<boolean> {
  if (plan.is_empty) return true;
  const { stages, deadline } = search;
  const isFull = () => hits.length >= search.limit;
  const isLate = () => Date.now() > deadline;
  const read = async (source: Source) => {
    const wanted = { limit: search.limit - hits.length, one_per_conversation: search.one_per_conversation };
    hits.push(...(await listHits(db, plan, source, wanted)));
  };
  const top = topOf(plan, search.before);
  if (plan.message_ids) {
    await read(withIds(plan.message_ids, top));
    return true;
  }

  let reached: Place | null = top;
  const readNext = async (place: Place, count: number) => {
    await read(newestBefore(place, count));
    reached = isFull() ? place : within(plan, await findPlaceBefore(db, place, count));
  };
  if (stages.newest > 0) await readNext(top, stages.newest);
  if (isFull() || !reached) return true;

  const chosen = await narrow(db, plan, stages.conversations);
  if (chosen) {
    await read(inConversations(chosen, reached));
    return true;
  }

  const query = await indexQuery(db, plan, top);
  if (query === null) {
    for (let count = Math.max(stages.newest, 1) * 4; reached && !isFull(); count *= 4) {
      if (isLate()) return false;
      await readNext(reached, count);
    }
    return true;
  }
  for (const [size, count, letter] of [
    [nearUs, stages.near, 'a'],
    [farUs, stages.far, 'b'],
  ] as const) {
    if (isFull() || !reached) return true;
    if (isLate()) return false;
    // Whoever begins at the end of time begins with the newest message.
    const newest: Place | null = reached === endOfTime ? await findPlaceBefore(db, reached, 1) : reached;
    if (!newest) return true;
    const last = Math.floor(newest.at_us / size);
    const stretches = Array.from({ length: count }, (_, index) => `'${letter}:${last - index}'`);
    await read(withWords(`${query} & (${stretches.join(' | ')})`, reached));
    reached = within(plan, { at_us: (last - count + 1) * size, message_id: 0 });
  }
  if (isFull() || !reached) return true;
  if (isLate()) return false;
  await read(withWords(query, reached));
  return true;
}

/** Where to begin: behind the cursor, and not among messages that are all too new. */
function topOf(plan: SearchPlan, before: Place | null): Place {
  const top = before ?? endOfTime;
  return plan.until === null || plan.until * 1000 >= top.at_us ? top : { at_us: plan.until * 1000, message_id: 0 };
}

/** A place, or null when all messages before it are too old. */
function within(plan: SearchPlan, place: Place | null): Place | null {
  return place && plan.since !== null && place.at_us < plan.since * 1000 ? null : place;
}

/** The conversations that alone come into question, when they are few and quickly listed. */
async function narrow(db: Transaction, plan: SearchPlan, most: number): Promise<number[] | null> {
  const seesAll = plan.viewer.permissions.has('conversations:read_all');
  if (seesAll && plan.conversation_tests.length === 0) return null;
  return attempt(db, longestNarrowingMs, () => listConversationIds(db, plan, most));
}

/** The words that the index is asked for, without beginnings that are common among the newest; null when none is left. */
async function indexQuery(db: Transaction, plan: SearchPlan, top: Place): Promise<string | null> {
  const prefixes = plan.words.filter((clause) => clause.has_prefix);
  const queries = prefixes.map((clause) => clause.query);
  const shares = queries.length > 0 ? await measureShares(db, queries, newestBefore(top, usualStages.newest)) : [];
  const common = new Set(prefixes.filter((_, index) => shares[index]! > commonShare));
  const words = plan.words.filter((clause) => !common.has(clause));
  return words.some((clause) => clause.is_positive) ? allWords({ ...plan, words }) : null;
}
