import type { Transaction } from '../../db/types.ts';
import { attempt } from './bounded-time.queries.ts';
import {
  allWords,
  findTimeBelow,
  findTop,
  type Hit,
  inConversations,
  inRange,
  listConversationIds,
  listHits,
  measureShares,
  type Source,
  withIds,
  withWords,
} from './message-hits.queries.ts';
import type { SearchPlan } from './search-plan.ts';

/** How far the single readings of a search go, in message ids; tests make them small. */
export interface Stages {
  /** Read without an index at first: whatever is common is found here. */
  newest: number;
  /** Then through the index, by the lexemes of ids (see the migration). */
  near: number;
  far: number;
  /** Conversations whose messages are all looked at, when not more pass their tests. */
  conversations: number;
}

export const usualStages: Stages = { newest: 4_000, near: 2 ** 16, far: 2 ** 21, conversations: 2_000 };

/** Ids that share a lexeme `a:` or `b:`. */
const nearIds = 2 ** 14;
const farIds = 2 ** 18;
/** A beginning that more messages have is not looked up in the index: all its words would have to be gathered. */
const commonShare = 0.01;
/** Ids by which the order of writing and that of times may differ. */
const slack = 2_000;

export interface MessageSearch {
  /** Only messages with smaller ids; null for all. */
  below: number | null;
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
  const top = await topOf(db, plan, search.below);
  const floor = plan.since === null ? 0 : Math.max(0, (await idAt(db, plan.since, top)) - slack);
  const isFull = () => hits.length >= search.limit;
  const read = async (source: Source) => {
    const wanted = { limit: search.limit - hits.length, one_per_conversation: search.one_per_conversation };
    hits.push(...(await listHits(db, plan, source, wanted)));
  };

  if (plan.message_ids) {
    await read(withIds(plan.message_ids, top));
    return true;
  }
  let reached = Math.max(floor, top - stages.newest);
  if (stages.newest > 0) await read(inRange(reached, top));
  if (isFull() || reached <= floor) return true;

  const chosen = await narrow(db, plan, stages.conversations);
  if (chosen) {
    await read(inConversations(chosen, reached));
    return true;
  }

  const query = await indexQuery(db, plan, reached, top);
  if (query === null) {
    for (let width = Math.max(stages.newest, 1) * 4; reached > floor && !isFull(); width *= 4) {
      if (Date.now() > deadline) return false;
      const from = Math.max(floor, reached - width);
      await read(inRange(from, reached));
      reached = from;
    }
    return true;
  }
  for (const [size, width, letter] of [
    [nearIds, stages.near, 'a'],
    [farIds, stages.far, 'b'],
  ] as const) {
    if (isFull() || reached <= floor) return true;
    if (Date.now() > deadline) return false;
    const from = Math.max(0, Math.floor((reached - width) / size));
    const count = Math.floor((reached - 1) / size) - from + 1;
    const buckets = Array.from({ length: count }, (_, index) => `'${letter}:${from + index}'`);
    await read(withWords(`${query} & (${buckets.join(' | ')})`, reached));
    reached = from * size;
  }
  if (isFull() || reached <= floor) return true;
  if (Date.now() > deadline) return false;
  await read(withWords(query, reached));
  return true;
}

/** Where to begin: below the cursor, and not among messages that are all too new. */
async function topOf(db: Transaction, plan: SearchPlan, below: number | null): Promise<number> {
  const top = below ?? (await findTop(db));
  return plan.until === null ? top : Math.min(top, (await idAt(db, plan.until, top)) + slack);
}

/** The id about which messages of a time begin; ids grow with time. */
async function idAt(db: Transaction, time: number, top: number): Promise<number> {
  let [low, high] = [0, top];
  while (high - low > slack) {
    const middle = Math.floor((low + high) / 2);
    const found = await findTimeBelow(db, middle + 1);
    if (found === null || found < time) low = middle;
    else high = middle;
  }
  return high;
}

/** The conversations that alone come into question, when they are few and quickly listed. */
async function narrow(db: Transaction, plan: SearchPlan, most: number): Promise<number[] | null> {
  const seesAll = plan.viewer.permissions.has('conversations:read_all');
  if (seesAll && plan.conversation_tests.length === 0) return null;
  return attempt(db, () => listConversationIds(db, plan, most));
}

/** The words that the index is asked for, without beginnings that are common in the range; null when none is left. */
async function indexQuery(db: Transaction, plan: SearchPlan, from: number, to: number): Promise<string | null> {
  const prefixes = plan.words.filter((clause) => clause.has_prefix);
  const shares =
    prefixes.length > 0
      ? await measureShares(
          db,
          prefixes.map((clause) => clause.query),
          from,
          to,
        )
      : [];
  const common = new Set(prefixes.filter((_, index) => shares[index]! > commonShare));
  const words = plan.words.filter((clause) => !common.has(clause));
  return words.some((clause) => clause.is_positive) ? allWords({ ...plan, words }) : null;
}
