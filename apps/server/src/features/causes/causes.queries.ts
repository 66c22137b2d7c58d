import type { CauseKind, CauseTrace } from '@bellhop/contract';
import type { Viewer } from '@bellhop/rules';
import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { visibleTo } from '../conversations/index.ts';

/** A record as stored; `rule_id` is null once its rule is gone. */
export interface CauseRow {
  id: number;
  created_at: Date;
  kind: CauseKind;
  conversation_id: number | null;
  parent_id: number | null;
  rule_id: number | null;
  failed: boolean;
  trace: Partial<CauseTrace>;
}

interface Range {
  /** Records with smaller numbers alone. */
  before: number | null;
  limit: number;
}

/** A rule that is gone is not named by what it left behind. */
const presentRule = sql<number | null>`(select rule.id from automation_rules as rule where rule.id = causes.rule_id)`;
const columns = ['id', 'created_at', 'kind', 'conversation_id', 'parent_id', 'failed', 'trace'] as const;

const before = (range: Range) => range.before ?? Number.MAX_SAFE_INTEGER;

/** Records of a conversation, newest first. */
export async function listOfConversation(db: Reader, conversationId: number, range: Range): Promise<CauseRow[]> {
  const rows = await db
    .selectFrom('causes')
    .select(columns)
    .select(presentRule.as('rule_id'))
    .where('conversation_id', '=', conversationId)
    .where('id', '<', before(range))
    .orderBy('id', 'desc')
    .limit(range.limit)
    .execute();
  return rows as unknown as CauseRow[];
}

/** A record of a conversation; undefined for another's. */
export async function findCause(db: Reader, conversationId: number, id: number): Promise<CauseRow | undefined> {
  const row = await db
    .selectFrom('causes')
    .select(columns)
    .select(presentRule.as('rule_id'))
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  return row as unknown as CauseRow | undefined;
}

/** Records of a rule, newest first. */
export async function listOfRule(
  db: Reader,
  ruleId: number,
  { failed, ...range }: Range & { failed: boolean },
): Promise<CauseRow[]> {
  const rows = await db
    .selectFrom('causes')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('id', '<', before(range))
    // Said so that the index over failures alone is taken.
    .$if(failed, (query) => query.where(sql<boolean>`failed`))
    .orderBy('id', 'desc')
    .limit(range.limit)
    .execute();
  return rows as unknown as CauseRow[];
}

/**
 * What led to some records, nearest first, each with the record that it is told under. Those of other conversations are left out with all that
 * led to them: a reader may not see these.
 */
export async function findParents(
  db: Reader,
  ids: readonly number[],
  most: number,
): Promise<(CauseRow & { under: number })[]> {
  const { rows } = await sql<CauseRow & { under: number }>`
    with recursive chain as (
      select id as under, parent_id as next, conversation_id as home, 0 as depth from causes where id = any(${[...ids]}::bigint[])
      union all
      select chain.under, causes.parent_id, chain.home, chain.depth + 1
      from chain join causes on causes.id = chain.next and causes.conversation_id = chain.home
      where chain.depth < ${most}
    )
    select causes.id, causes.created_at, causes.kind, causes.conversation_id, causes.parent_id, causes.failed, causes.trace,
      ${presentRule} as rule_id, chain.under
    from chain join causes on causes.id = chain.next and causes.conversation_id = chain.home
    where chain.depth < ${most}
    order by chain.under, chain.depth`.execute(db);
  return rows;
}

/** How conversations are named in a log. */
export interface NamedConversation {
  id: number;
  uuid: string;
  reference_number: string;
  subject: string;
}

/** Those of some conversations that a viewer sees. */
export async function findVisibleNames(
  db: Reader,
  viewer: Viewer,
  ids: readonly number[],
): Promise<NamedConversation[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('conversations')
    .select(['id', 'uuid', 'reference_number', 'subject'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where(visibleTo(viewer))
    .execute();
}

export interface RuleFigures {
  rule_id: number;
  last_fired_at: Date | null;
  fired: number;
  failed: number;
}

/** What some rules did: when last, and how often from `since` on, counted to `most`. Each figure ends at its bound in an index. */
export async function findRuleFigures(
  db: Reader,
  ids: readonly number[],
  { since, most }: { since: Date; most: number },
): Promise<RuleFigures[]> {
  const { rows } = await sql<RuleFigures>`
    select rule.id as rule_id,
      (select created_at from causes where rule_id = rule.id order by created_at desc limit 1) as last_fired_at,
      (select count(*)::int from (
        select 1 from causes where rule_id = rule.id and created_at >= ${since} limit ${most}) as done) as fired,
      (select count(*)::int from (
        select 1 from causes where rule_id = rule.id and failed and created_at >= ${since} limit ${most}) as lost) as failed
    from unnest(${[...ids]}::int[]) as rule (id)`.execute(db);
  return rows;
}
