import type { OperatorSearch, SearchAnswer } from '@bellhop/contract';
import { parseSearch } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import type { Transaction } from '../../db/types.ts';
import { loadSettings } from '../settings/index.ts';
import { knownStatuses } from '../statuses/index.ts';
import { attempt } from './bounded-time.queries.ts';
import { cursorBy, readCursor, type SearchCursor, writeCursor } from './cursor.ts';
import { findMessages, type Stages, usualStages } from './find-messages.ts';
import { type ConversationHit, listConversationHits, listFoundRows } from './found-rows.queries.ts';
import { allWords, findTop, type Hit, rankHits } from './message-hits.queries.ts';
import { type PlannedSearch, planSearch } from './plan-search.queries.ts';
import { withinTime } from './run-search.ts';
import type { SearchPlan } from './search-plan.ts';
import { viewHit } from './view-hits.ts';
import { viewOfSearch } from './view-of-search.ts';

/** Of each status, when there is no time to look at all. */
const newestConversations = 500;

/** What is left of the time then goes to the newest of them. */
const longestAttemptMs = 1_000;

/** One page of hits and where the next begins. */
interface Page {
  hits: (Hit | ConversationHit)[];
  next: SearchCursor | null;
}

/**
 * The operator search: conversations by words, phrases and operators (the rules' `parseSearch`), each with the message that was found,
 * newest or best first. A search whose terms are all about conversations goes by their last message. Throws input.invalid for a
 * cursor of another search; no query is refused.
 */
export async function searchQuery(
  deps: Deps,
  actor: Actor,
  asked: OperatorSearch,
  stages: Stages = usualStages,
): Promise<SearchAnswer> {
  const cursor = asked.cursor ? readCursor(asked.cursor) : null;
  const { 'app.timezone': zone } = await loadSettings(deps.db);
  const query = parseSearch(asked.q, zone);
  const page: Page = { hits: [], next: null };
  const made: { planned: PlannedSearch | null } = { planned: null };
  const isComplete = await withinTime(deps, actor, async (db, deadline) => {
    Object.assign(page, { hits: [], next: null });
    made.planned = await planSearch(db, actor, query, deadline);
    if (!made.planned) return false;
    const { plan } = made.planned;
    return plan.is_empty || readerOf(plan, asked)(db, page, { asked, cursor, plan, deadline, stages });
  });
  const { planned } = made;
  // No time was left even for the names in the query.
  if (!planned) return { results: [], next_cursor: null, is_partial: true, view_filters: null, view_blockers: [] };
  const rows = await listFoundRows(deps.reads, planned.plan, page.hits.slice(0, asked.limit));
  return {
    results: rows.map((row) => viewHit(row, planned.highlights)),
    next_cursor: page.next && writeCursor(page.next),
    is_partial: !isComplete,
    ...viewOfSearch(planned.clauses),
  };
}

interface Reading {
  asked: OperatorSearch;
  cursor: SearchCursor | null;
  plan: SearchPlan;
  deadline: number;
  stages: Stages;
}

type Read = (db: Transaction, page: Page, reading: Reading) => Promise<boolean>;

function readerOf(plan: SearchPlan, asked: OperatorSearch): Read {
  if (!plan.is_about_messages) return readConversations;
  return asked.sort === 'best' && plan.words.length > 0 ? readBest : readNewest;
}

/** Hits go into the page at once, so that they are kept when the time is over. */
async function readNewest(
  db: Transaction,
  page: Page,
  { asked, cursor, plan, deadline, stages }: Reading,
): Promise<boolean> {
  const before = cursorBy('message', cursor);
  const hits = page.hits as Hit[];
  const search = { before, limit: asked.limit + 1, enough: null, newer: 'itself', deadline, stages } as const;
  const rest = await findMessages(db, plan, search, hits);
  const isFull = hits.length > asked.limit;
  const next = isFull ? hits[asked.limit - 1]! : rest;
  if (next) page.next = { by: 'message', at_us: next.at_us, message_id: next.message_id };
  return isFull || rest === null;
}

/** Ranks the newest hits, and behind the last of them, when there may be more, the next newest. */
async function readBest(
  db: Transaction,
  page: Page,
  { asked, cursor, plan, deadline, stages }: Reading,
): Promise<boolean> {
  const from = cursorBy('rank', cursor);
  const hits: Hit[] = [];
  // The same for all pages of one ranking: readings that began elsewhere would end elsewhere.
  const before = from ? { at_us: from.at_us, message_id: from.message_id } : await findTop(db);
  const { most: limit, enough } = stages.ranked;
  const search = { before, limit, enough, newer: from?.is_further ? before : null, deadline, stages };
  const rest = await findMessages(db, plan, search, hits);
  const ranked = (await rankHits(db, hits, allWords(plan)!)).sort(
    (a, b) => b.rank - a.rank || b.at_us - a.at_us || b.message_id - a.message_id,
  );
  const seen = new Set<number>();
  const best = ranked.filter(({ conversation_id }) => !seen.has(conversation_id) && seen.add(conversation_id));
  const shown = (from?.shown ?? 0) + asked.limit;
  page.hits = best.slice(shown - asked.limit, shown);
  if (best.length > shown) {
    page.next = { by: 'rank', ...before, shown, is_further: from?.is_further ?? false };
  } else if (rest) {
    page.next = { by: 'rank', at_us: rest.at_us, message_id: rest.message_id, shown: 0, is_further: true };
  }
  // Among older hits there may be a better one.
  return rest === null;
}

async function readConversations(db: Transaction, page: Page, { asked, cursor, plan }: Reading): Promise<boolean> {
  const after = cursorBy('conversation', cursor);
  const statuses = await knownStatuses(db);
  const wanted = { status_ids: statuses.map(({ id }) => id), after, limit: asked.limit + 1 };
  const all = await attempt(db, longestAttemptMs, () => listConversationHits(db, plan, wanted));
  const hits = all ?? (await listConversationHits(db, plan, { ...wanted, newest: newestConversations }));
  page.hits = hits;
  const last = hits[asked.limit - 1];
  if (hits.length > asked.limit) page.next = { by: 'conversation', ...last! };
  return all !== null;
}
