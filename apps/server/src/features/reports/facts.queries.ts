import { type Selectable, sql } from 'kysely';
import { jsonRows } from '../../db/json-rows.ts';
import type { DB, Reader, Transaction } from '../../db/types.ts';
import type { Fact } from './facts.ts';

/** `rolled_from` and its like as text: the first day of a month, `infinity` for no month and `-infinity` for all. */
export type ReportState = Omit<Selectable<DB['report_state']>, RolledColumn> & Record<RolledColumn, string>;
/** From which month on sums are kept: by one dimension, by two, by agent and another. */
export type RolledColumn = 'rolled_from' | 'paired_from' | 'agents_paired_from';

const stateColumns = [
  'id',
  'seq',
  'followed_at',
  'below',
  'complete_from',
  'time_zone',
  'checked_below',
  sql<string>`rolled_from::text`.as('rolled_from'),
  sql<string>`paired_from::text`.as('paired_from'),
  sql<string>`agents_paired_from::text`.as('agents_paired_from'),
] as const;

/** How far the reports are. */
export async function findState(db: Reader): Promise<ReportState> {
  return db.selectFrom('report_state').select(stateColumns).executeTakeFirstOrThrow();
}

/** The same, locked: facts and roll-ups have one writer at a time. */
export async function lockState(db: Transaction): Promise<ReportState> {
  return db.selectFrom('report_state').select(stateColumns).forUpdate().executeTakeFirstOrThrow();
}

export async function patchState(
  db: Transaction,
  patch: Partial<Omit<ReportState, 'id' | RolledColumn>>,
): Promise<void> {
  await db.updateTable('report_state').set(patch).execute();
}

/** The next entries of the change log that could have changed what is counted, in their order. */
export async function listChanges(
  db: Reader,
  after: number,
  limit: number,
): Promise<{ seq: number; created_at: Date; conversation_id: number | null }[]> {
  const { rows } = await sql<{ seq: number; created_at: Date; conversation_id: number | null }>`
    select seq, created_at, case when kind not in ('conversation.seen', 'message.noted') then conversation_id end as conversation_id
    from events where seq > ${after} order by seq limit ${limit}`.execute(db);
  return rows;
}

/** Conversations below a number, the newest first. */
export async function listBelow(db: Reader, below: number, limit: number): Promise<{ id: number; created_at: Date }[]> {
  return db
    .selectFrom('conversations')
    .select(['id', 'created_at'])
    .where('id', '<', below)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Conversations of these numbers and between that facts know, gone ones included. */
export async function listKnownBetween(db: Reader, from: number, below: number): Promise<number[]> {
  const { rows } = await sql<{ conversation_id: number }>`select distinct conversation_id from report_facts
    where conversation_id >= ${from} and conversation_id < ${below}`.execute(db);
  return rows.map((row) => row.conversation_id);
}

/** The last conversation below a number that facts know; null when they know none. */
export async function findLastKnown(db: Reader, below: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(conversation_id) as last from report_facts where conversation_id < ${below}`.execute(db);
  return rows[0]!.last;
}

/** Conversations of these numbers and between that facts count for a tag, or for a team. */
export async function listKnownOf(
  db: Reader,
  group: { tag_id: number } | { team_id: number },
  { from, below }: { from: number; below: number },
): Promise<number[]> {
  const isOf = 'tag_id' in group ? sql`tag_ids @> array[${group.tag_id}::int]` : sql`team_id = ${group.team_id}`;
  const { rows } = await sql<{ conversation_id: number }>`select distinct conversation_id from report_facts
    where conversation_id >= ${from} and conversation_id < ${below} and ${isOf}`.execute(db);
  return rows.map((row) => row.conversation_id);
}

/** What is counted of some conversations. */
export async function listFacts(db: Reader, ids: readonly number[]): Promise<Fact[]> {
  const { rows } = await sql<Fact>`select * from report_facts where conversation_id = any(${[...ids]}::int[])`.execute(
    db,
  );
  return rows;
}

export async function deleteFacts(db: Transaction, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const keys = facts.map(({ conversation_id, metric, ref }) => ({ conversation_id, metric, ref }));
  await sql`delete from report_facts as fact
    using json_to_recordset(${jsonRows(keys)}::json) as gone (conversation_id int, metric smallint, ref bigint)
    where fact.conversation_id = gone.conversation_id and fact.metric = gone.metric and fact.ref = gone.ref`.execute(
    db,
  );
}

export async function insertFacts(db: Transaction, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  await sql`insert into report_facts
    select * from json_populate_recordset(null::report_facts, ${jsonRows(facts)}::json)`.execute(db);
}
