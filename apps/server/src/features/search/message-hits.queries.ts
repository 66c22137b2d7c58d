import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { visibleTo } from '../conversations/index.ts';
import type { SearchPlan } from './search-plan.ts';

/** A place in the order of messages, which is that of their times; equal times are told apart by ids. */
export interface Place {
  /** Microseconds since 1970. */
  at_us: number;
  message_id: number;
}

/** A message that was found. */
export interface Hit extends Place {
  conversation_id: number;
}

/** What a reading takes of the messages it comes by. */
export interface Wanted {
  limit: number;
  /** Leaves out a hit whose conversation has a newer one: than itself, or at or after a place; null leaves out none. */
  newer: 'itself' | Place | null;
}

/** The messages a reading looks at, as rows of `message_search`, newest first. Each is a subquery that is not merged into others. */
export type Source = RawBuilder<unknown>;

const columns = sql`message_id, conversation_id, created_at, words`;
const newestFirst = sql`order by created_at desc, message_id desc`;
const atUs = sql`(extract(epoch from created_at) * 1000000)::bigint as at_us`;

function timeOf({ at_us }: Place): RawBuilder<unknown> {
  return sql`timestamptz 'epoch' + ${at_us}::bigint * interval '1 microsecond'`;
}

/** So many messages before a place, by the index of times. */
export function newestBefore(place: Place, count: number): Source {
  return sql`(select ${columns} from message_search
    where (created_at, message_id) < (${timeOf(place)}, ${place.message_id}) ${newestFirst} limit ${count})`;
}

/** Later than any message. */
export const endOfTime: Place = { at_us: 8e15, message_id: 0 };

/** The place right behind the newest message, before which what comes later is not. */
export async function findTop(db: Reader): Promise<Place> {
  const newest = await findPlaceBefore(db, endOfTime, 1);
  return newest ? { at_us: newest.at_us, message_id: newest.message_id + 1 } : endOfTime;
}

/** The place of the message that is so many before another place; null when there are not so many. */
export async function findPlaceBefore(db: Reader, place: Place, count: number): Promise<Place | null> {
  const { rows } = await sql<Place>`select ${atUs}, message_id from message_search
    where (created_at, message_id) < (${timeOf(place)}, ${place.message_id})
    ${newestFirst} offset ${count - 1} limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Messages before a place that the index of words gives for a `tsquery`. */
export function withWords(query: string, place: Place): Source {
  return sql`(select ${columns} from message_search where words @@ ${query}::tsquery and ${before(place)}
    ${newestFirst} offset 0)`;
}

/** The comparison of a place that no index is used for. */
function before(place: Place): RawBuilder<SqlBool> {
  return sql`(created_at + interval '0', message_id + 0) < (${timeOf(place)}, ${place.message_id})`;
}

/** Some messages before a place. */
export function withIds(ids: readonly number[], place: Place): Source {
  return sql`(select ${columns} from message_search where message_id = any(${[...ids]}::bigint[]) and ${before(place)}
    ${newestFirst} offset 0)`;
}

/** All messages of some conversations before a place. */
export function inConversations(ids: readonly number[], place: Place): Source {
  return sql`(select message.* from unnest(${[...ids]}::int[]) as chosen (id) cross join lateral (
      select ${columns} from message_search where conversation_id = chosen.id and ${before(place)} offset 0) as message
    ${newestFirst} offset 0)`;
}

/** Visible messages of a source that the plan finds, newest first. */
export async function listHits(db: Reader, plan: SearchPlan, source: Source, wanted: Wanted): Promise<Hit[]> {
  const than =
    wanted.newer === 'itself'
      ? sql`> (found.created_at, found.message_id)`
      : wanted.newer && sql`>= (${timeOf(wanted.newer)}, ${wanted.newer.message_id})`;
  const isWanted =
    than &&
    sql`not exists (select 1 from message_search as newer
    where newer.conversation_id = found.conversation_id and (newer.created_at, newer.message_id) ${than}
      and ${messagePredicate(plan, 'newer')})`;
  const { rows } = await sql<Hit>`
    select found.message_id, found.conversation_id, (extract(epoch from found.created_at) * 1000000)::bigint as at_us
    from ${source} as found join conversations on conversations.id = found.conversation_id
    where ${messagePredicate(plan, 'found')} and ${conversationPredicate(plan)}
      and ${isWanted ?? sql`true`}
    order by found.created_at desc, found.message_id desc limit ${wanted.limit}`.execute(db);
  return rows;
}

/** Ids of visible conversations that pass the plan's tests of conversations; null when there are more than `most`. */
export async function listConversationIds(db: Reader, plan: SearchPlan, most: number): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`select id from conversations where ${conversationPredicate(plan)}
    limit ${most + 1}`.execute(db);
  return rows.length > most ? null : rows.map((row) => row.id);
}

/** What part of a source's messages have the words of each `tsquery`; 0 of none. */
export async function measureShares(db: Reader, queries: readonly string[], source: Source): Promise<number[]> {
  const shares = queries.map(
    (query) => sql`count(*) filter (where words @@ ${query}::tsquery)::float / greatest(count(*), 1)`,
  );
  const { rows } = await sql<{ shares: number[] }>`select array[${sql.join(shares)}] as shares
    from ${source} as found`.execute(db);
  return rows[0]!.shares;
}

/** Hits with how well each fits, by PostgreSQL's rank of the words; the plan's words as one `tsquery`. */
export async function rankHits(db: Reader, hits: readonly Hit[], query: string): Promise<(Hit & { rank: number })[]> {
  const { rows } = await sql<Hit & { rank: number }>`
    select message_id, conversation_id, ${atUs}, ts_rank(words, ${query}::tsquery, 1)::float as rank from message_search
    where message_id = any(${hits.map((hit) => hit.message_id)}::bigint[])`.execute(db);
  return rows;
}

/** The plan's words as one `tsquery`; null without words. */
export function allWords(plan: SearchPlan): string | null {
  return plan.words.length > 0 ? plan.words.map((clause) => clause.query).join(' & ') : null;
}

function messagePredicate(plan: SearchPlan, name: string): RawBuilder<SqlBool> {
  const words = allWords(plan);
  const tests = plan.message_tests.map((test) => test(name));
  return all([...(words ? [sql<SqlBool>`${sql.ref(`${name}.words`)} @@ ${words}::tsquery`] : []), ...tests]);
}

/** Access is part of the query itself: what is not seen is not found (settled question 14). */
export function conversationPredicate(plan: Pick<SearchPlan, 'viewer' | 'conversation_tests'>): RawBuilder<SqlBool> {
  return all([visibleTo(plan.viewer), ...plan.conversation_tests]);
}

function all(tests: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return tests.length > 0 ? sql`(${sql.join(tests, sql` and `)})` : sql`true`;
}
