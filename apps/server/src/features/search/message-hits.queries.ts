import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { visibleTo } from '../conversations/index.ts';
import type { SearchPlan } from './search-plan.ts';

/** A message that was found. */
export interface Hit {
  message_id: number;
  conversation_id: number;
}

/** What a reading takes of the messages it comes by. */
export interface Wanted {
  limit: number;
  /** Only the newest hit of each conversation. */
  one_per_conversation: boolean;
}

/** The messages a reading looks at, as rows of `message_search`, newest first. Each is a subquery that is not merged into others. */
export type Source = RawBuilder<unknown>;

const columns = sql`message_id, conversation_id, created_at, words`;

/** Messages from one id up to, but not with, another, through the primary key. */
export function inRange(from: number, to: number): Source {
  return sql`(select ${columns} from message_search where message_id >= ${from} and message_id < ${to}
    order by message_id desc offset 0)`;
}

/** Messages below an id that the index of words gives for a `tsquery`. */
export function withWords(query: string, below: number): Source {
  return sql`(select ${columns} from message_search where words @@ ${query}::tsquery and message_id + 0 < ${below}
    order by message_id desc offset 0)`;
}

/** Some messages below an id. */
export function withIds(ids: readonly number[], below: number): Source {
  return sql`(select ${columns} from message_search where message_id = any(${[...ids]}::bigint[])
    and message_id + 0 < ${below} order by message_id desc offset 0)`;
}

/** All messages below an id of some conversations. */
export function inConversations(ids: readonly number[], below: number): Source {
  return sql`(select message.* from unnest(${[...ids]}::int[]) as chosen (id) cross join lateral (
      select ${columns} from message_search
      where conversation_id = chosen.id and message_id < ${below} offset 0) as message
    order by message_id desc offset 0)`;
}

/** Visible messages of a source that the plan finds, newest first. */
export async function listHits(db: Reader, plan: SearchPlan, source: Source, wanted: Wanted): Promise<Hit[]> {
  const isNewest = sql`not exists (select 1 from message_search as newer
    where newer.conversation_id = found.conversation_id and newer.message_id > found.message_id
      and ${messagePredicate(plan, 'newer')})`;
  const { rows } = await sql<Hit>`
    select found.message_id, found.conversation_id
    from ${source} as found join conversations on conversations.id = found.conversation_id
    where ${messagePredicate(plan, 'found')} and ${conversationPredicate(plan)}
      and ${wanted.one_per_conversation ? isNewest : sql`true`}
    order by found.message_id desc limit ${wanted.limit}`.execute(db);
  return rows;
}

/** Ids of visible conversations that pass the plan's tests of conversations; null when there are more than `most`. */
export async function listConversationIds(db: Reader, plan: SearchPlan, most: number): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`select id from conversations where ${conversationPredicate(plan)}
    limit ${most + 1}`.execute(db);
  return rows.length > most ? null : rows.map((row) => row.id);
}

/** What part of the messages in a range have the words of each `tsquery`; 0 in an empty range. */
export async function measureShares(
  db: Reader,
  queries: readonly string[],
  from: number,
  to: number,
): Promise<number[]> {
  const shares = queries.map(
    (query) => sql`count(*) filter (where words @@ ${query}::tsquery)::float / greatest(count(*), 1)`,
  );
  const { rows } = await sql<{ shares: number[] }>`select array[${sql.join(shares)}] as shares
    from ${inRange(from, to)} as found`.execute(db);
  return rows[0]!.shares;
}

/** The id above all messages. */
export async function findTop(db: Reader): Promise<number> {
  const { rows } = await sql<{
    top: number;
  }>`select coalesce(max(message_id), 0) + 1 as top from message_search`.execute(db);
  return Number(rows[0]!.top);
}

/** The time of the newest message below an id; null when there is none. */
export async function findTimeBelow(db: Reader, below: number): Promise<number | null> {
  const { rows } = await sql<{ created_at: Date }>`select created_at from message_search where message_id < ${below}
    order by message_id desc limit 1`.execute(db);
  return rows[0]?.created_at.getTime() ?? null;
}

/** Hits with how well each fits, by PostgreSQL's rank of the words; the plan's words as one `tsquery`. */
export async function rankHits(db: Reader, hits: readonly Hit[], query: string): Promise<(Hit & { rank: number })[]> {
  const { rows } = await sql<Hit & { rank: number }>`
    select message_id, conversation_id, ts_rank(words, ${query}::tsquery, 1)::float as rank from message_search
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
