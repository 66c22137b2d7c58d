import type { Transaction } from '../../db/types.ts';
import { attempt } from './bounded-time.queries.ts';
import {
  allWords,
  endOfTime,
  findPlaceBefore,
  type Hit,
  inConversations,
  listConversationIds,
  listHits,
  measureShares,
  newestBefore,
  type Place,
  type Source,
  type Wanted,
  withIds,
  withWords,
} from './message-hits.queries.ts';
import type { SearchPlan } from './search-plan.ts';

/** How far the single readings of a search go; tests make them small. */
export interface Stages {
  /** Messages that are read without an index at first: whatever is common is found here. */
  newest: number;
  /** Then through the index, reading after reading so many of its stretches of time back (see the migration). */
  near: readonly number[];
  far: readonly number[];
  /** Words that so large a part of the newest messages has, all of them together, are found by reading on, not through the index. */
  common: number;
  /** Conversations whose messages are all looked at, when not more pass their tests. */
  conversations: number;
  /** Best first ranks at most so many hits, and reads no further once it has those of so many conversations. */
  ranked: { most: number; enough: number };
}

export const usualStages: Stages = {
  newest: 4_000,
  near: [1, 2, 7],
  far: [2, 10],
  common: 0.05,
  conversations: 2_000,
  ranked: { most: 400, enough: 50 },
};

/** Microseconds that share a lexeme `a:` (18 hours) or `b:` (12 days). */
const nearUs = 2 ** 16 * 1_000_000;
const farUs = 2 ** 20 * 1_000_000;
/** A beginning that more messages have is not looked up in the index: all its words would have to be gathered. */
const commonPrefixShare = 0.01;
const longestNarrowingMs = 400;

export interface MessageSearch {
  /** Only messages before this place; null for all. */
  before: Place | null;
  limit: number;
  /** After a reading that left hits in so many conversations no other follows; null: only the limit ends it. */
  enough: number | null;
  newer: Wanted['newer'];
  /** No reading goes on longer (milliseconds since 1970). */
  deadline: number;
  stages: Stages;
}

/**
 * Collects hits into `hits`, newest first, and stops at the limit. Reads the newest messages first, then further and further back, so
 * that neither a common word nor a long history makes it slow: what is common is found at once, and what is not leaves little to
 * read. Answers the place before which nothing was looked at, because there was enough or the time was over; null when nothing is left.
 */
export async function findMessages(
  db: Transaction,
  plan: SearchPlan,
  search: MessageSearch,
  hits: Hit[],
): Promise<Place | null> {
  if (plan.is_empty) return null;
  const { stages, deadline } = search;
  const isFull = () => hits.length >= search.limit;
  const isEnough = () =>
    isFull() || (search.enough !== null && new Set(hits.map((hit) => hit.conversation_id)).size >= search.enough);
  const find = (source: Source) =>
    listHits(db, plan, source, { limit: search.limit - hits.length, newer: search.newer });
  const read = async (source: Source) => {
    hits.push(...(await find(source)));
  };
  /** The same within what is left of the time; false when that was not enough. */
  const tryReading = async (body: () => Promise<unknown>): Promise<boolean> => {
    const left = deadline - Date.now();
    return left > 0 && (await attempt(db, left, async () => (await body()) ?? true)) !== null;
  };
  const top = topOf(plan, search.before);
  let reached: Place | null = top;
  /** Where the next search begins, once nothing more is read now. */
  const rest = () => (isFull() ? placeOf(hits.at(-1)!) : reached);
  if (plan.message_ids) {
    await read(withIds(plan.message_ids, top));
    return isFull() ? rest() : null;
  }

  const readNext = async (place: Place, count: number) => {
    const found = await find(newestBefore(place, count));
    const end = hits.length + found.length < search.limit ? await findPlaceBefore(db, place, count) : place;
    // Only now: a hit counts when it is known how far the reading went.
    hits.push(...found);
    reached = within(plan, end);
  };
  if (stages.newest > 0) await readNext(top, stages.newest);
  if (isEnough() || !reached) return rest();

  const chosen = await narrow(db, plan, stages.conversations);
  if (chosen) {
    const from: Place = reached;
    if (!(await tryReading(() => read(inConversations(chosen, from))))) return rest();
    return isFull() ? rest() : null;
  }

  const query = await indexQuery(db, plan, top, stages.common);
  if (query === null) {
    for (let count = Math.max(stages.newest, 1) * 4; reached && !isEnough(); count *= 4) {
      const from: Place = reached;
      if (!(await tryReading(() => readNext(from, count)))) return rest();
    }
    return rest();
  }
  for (const { size, letter, count } of stretchesOf(stages)) {
    if (isEnough() || !reached) return rest();
    // Whoever begins at the end of time begins with the newest message.
    const from: Place | null = reached === endOfTime ? await findPlaceBefore(db, reached, 1) : reached;
    if (!from) return null;
    const before: Place = reached;
    // Before a bare time lies the stretch that ends there.
    const last = Math.floor((from.at_us - (from.message_id === 0 ? 1 : 0)) / size);
    const stretches = Array.from({ length: count }, (_, index) => `'${letter}:${last - index}'`);
    const source = withWords(`${query} & (${stretches.join(' | ')})`, before);
    if (!(await tryReading(() => read(source)))) return rest();
    if (!isFull()) reached = within(plan, { at_us: (last - count + 1) * size, message_id: 0 });
  }
  if (isEnough() || !reached) return rest();
  const from: Place = reached;
  if (!(await tryReading(() => read(withWords(query, from))))) return rest();
  return isFull() ? rest() : null;
}

/** The readings through the index, in their order. */
function stretchesOf({ near, far }: Stages): { size: number; letter: string; count: number }[] {
  return [
    ...near.map((count) => ({ size: nearUs, letter: 'a', count })),
    ...far.map((count) => ({ size: farUs, letter: 'b', count })),
  ];
}

/** The place of a hit itself: what is before it was not looked at. */
function placeOf({ at_us, message_id }: Hit): Place {
  return { at_us, message_id };
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

/**
 * The words that the index is asked for, without beginnings that are common among the newest; null when none is left, or when all
 * together are so common there that reading finds them as soon.
 */
async function indexQuery(db: Transaction, plan: SearchPlan, top: Place, common: number): Promise<string | null> {
  const all = allWords(plan);
  if (all === null) return null;
  const prefixes = plan.words.filter((clause) => clause.has_prefix);
  const queries = [all, ...prefixes.map((clause) => clause.query)];
  const [share, ...shares] = await measureShares(db, queries, newestBefore(top, usualStages.newest));
  if (share! > common) return null;
  const skipped = new Set(prefixes.filter((_, index) => shares[index]! > commonPrefixShare));
  const words = plan.words.filter((clause) => !skipped.has(clause));
  return words.some((clause) => clause.is_positive) ? allWords({ ...plan, words }) : null;
}
