import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader, Transaction } from '../../../db/types.ts';
import type { HourColumn } from './narrow.queries.ts';

/** How far a rule has been carried. */
export interface SweepRow {
  rule_id: number;
  conditions: string;
  shadow: boolean;
  seq: number;
  covered_until: Date;
  latest: Date;
  walked_to: number | null;
  walked_at: Date;
}

/** A conversation that a rule may have to fire for (`is_due`), or that it has held for. */
export interface Candidate {
  id: number;
  is_due: boolean;
  holds: boolean;
}

const ofAny = (ids: readonly number[]) => sql<number>`any(${[...ids]}::int[])`;

/** Whose state a rule looks at. `isOnTrial`: then what fired on trial has fired. */
export interface Asked {
  rule_id: number;
  isOnTrial: boolean;
  /** What `canMatch` made of its conditions. */
  fits: RawBuilder<SqlBool>;
  /** Resolved conversations are looked at when they have changed since; the others always. */
  open_status_ids: readonly number[];
  since: Date;
}

export async function findSweep(db: Reader, ruleId: number): Promise<SweepRow | undefined> {
  return db.selectFrom('automation_time_sweeps').selectAll().where('rule_id', '=', ruleId).executeTakeFirst();
}

/** Notes how far a rule has been carried; false when there is no such rule any more. */
export async function putSweep(db: Transaction, row: SweepRow): Promise<boolean> {
  const { rule_id } = row;
  const rule = await db
    .selectFrom('automation_rules')
    .select('id')
    .where('id', '=', rule_id)
    .forKeyShare()
    .executeTakeFirst();
  if (!rule) return false;
  await db
    .insertInto('automation_time_sweeps')
    .values(row)
    .onConflict((conflict) => conflict.column('rule_id').doUpdateSet(row))
    .execute();
  return true;
}

/** Forgets for whom a rule has held. */
export async function deleteStates(db: Transaction, ruleId: number): Promise<void> {
  await db.deleteFrom('automation_time_states').where('rule_id', '=', ruleId).execute();
}

/** The rules that were carried and are no more. */
export async function listLeftSweeps(db: Reader): Promise<number[]> {
  const rows = await db
    .selectFrom('automation_time_sweeps as sweep')
    .leftJoin('automation_rules as rule', 'rule.id', 'sweep.rule_id')
    .select('sweep.rule_id')
    .where('rule.id', 'is', null)
    .execute();
  return rows.map(({ rule_id }) => rule_id);
}

/** Forgets some of those for whom a rule has held, and with the last of them how far it was carried; false when that is done. */
export async function forgetSome(db: Transaction, ruleId: number, most: number): Promise<boolean> {
  const { numAffectedRows } =
    await sql`delete from automation_time_states where rule_id = ${ruleId} and conversation_id in (
    select conversation_id from automation_time_states where rule_id = ${ruleId} limit ${sql.lit(most)})`.execute(db);
  if (Number(numAffectedRows) === most) return true;
  await db.deleteFrom('automation_time_sweeps').where('rule_id', '=', ruleId).execute();
  return false;
}

/** The highest number of the change log. All below it are visible. */
export async function findLastSeq(db: Reader): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from events`.execute(db);
  return rows[0]!.seq;
}

/** The next changes after a number: how far they go, and the conversations and contacts that they are about. */
export async function listChanged(
  db: Reader,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<{ seq: number; conversations: number[]; contacts: number[]; isFull: boolean }> {
  const { rows } = await sql<{ seq: number; conversation_id: number | null; contact_id: number | null }>`
    select seq, conversation_id, case when kind = 'contact.updated' then (payload ->> 'contact_id')::int end as contact_id
    from events where kind <> 'frame' and seq > ${after} and seq <= ${upTo} order by seq limit ${limit}`.execute(db);
  const only = (ids: (number | null)[]) => [...new Set(ids)].filter((id) => id !== null);
  return {
    seq: rows.at(-1)?.seq ?? upTo,
    conversations: only(rows.map((row) => row.conversation_id)),
    contacts: only(rows.map((row) => row.contact_id)),
    isFull: rows.length === limit,
  };
}

/** The conversations of some contacts. */
export async function listOfContacts(db: Reader, contactIds: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('conversations').select('id').where('contact_id', '=', ofAny(contactIds)).execute();
  return rows.map(({ id }) => id);
}

/** Conversations whose instant lies in a span: those that have just come to so many hours since. */
export async function listCrossing(
  db: Reader,
  { column, after, upTo }: { column: HourColumn; after: Date; upTo: Date },
): Promise<number[]> {
  const instant = sql.ref(`conversations.${column}`);
  const { rows } = await sql<{ id: number }>`select id from conversations
    where ${instant} > ${after} and ${instant} <= ${upTo} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Conversations whose firing has failed and is tried again. */
export async function listAgain(db: Reader, ruleId: number, mostTries: number): Promise<number[]> {
  const rows = await db
    .selectFrom('automation_time_states')
    .select('conversation_id')
    .where('rule_id', '=', ruleId)
    .where('tries', '>', 0)
    .where('tries', '<', mostTries)
    .execute();
  return rows.map((row) => row.conversation_id);
}

/** Those of some conversations that a rule may fire for, and those that it has held for. */
export function listCandidates(db: Reader, asked: Asked, ids: readonly number[]): Promise<Candidate[]> {
  return candidates(db, asked, sql`conversations.id = ${ofAny(ids)}`, sql`is_due or holds`);
}

/**
 * Those of the next conversations by id that a rule may fire for, and those that it has held for and cannot hold for any more. The many for
 * which it fired long ago are not among them.
 */
export function walkCandidates(db: Reader, asked: Asked, after: number, upTo: number): Promise<Candidate[]> {
  const range = sql`conversations.id > ${after} and conversations.id <= ${upTo}`;
  return candidates(db, asked, range, sql`(is_due and not holds) or (holds and not fits)`);
}

async function candidates(
  db: Reader,
  { rule_id, isOnTrial, fits, open_status_ids, since }: Asked,
  which: RawBuilder<unknown>,
  wanted: RawBuilder<unknown>,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, is_due, holds from (
      select *, fits and is_in_window as is_due from (
        select conversations.id, coalesce(${fits}, false) as fits,
          (conversations.status_id = ${ofAny(open_status_ids)} or conversations.updated_at >= ${since}) as is_in_window,
          coalesce(state.holds and (${isOnTrial} or not state.shadow), false) as holds
        from conversations left join automation_time_states as state
          on state.rule_id = ${rule_id} and state.conversation_id = conversations.id
        where ${which}
      ) as judged
    ) as found where ${wanted} order by id`.execute(db);
  return rows;
}

/** The last id of all conversations. */
export async function findLastId(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('conversations')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** Whether a rule has held for a conversation, in earnest or, for one on trial, at all. Its row is locked. */
export async function lockHolds(
  db: Transaction,
  { rule_id, conversation_id, isOnTrial }: { rule_id: number; conversation_id: number; isOnTrial: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('automation_time_states')
    .select(['holds', 'shadow'])
    .where('rule_id', '=', rule_id)
    .where('conversation_id', '=', conversation_id)
    .forUpdate()
    .executeTakeFirst();
  return row?.holds === true && (isOnTrial || !row.shadow);
}

/** The rule holds, and fires now. */
export async function putFired(
  db: Transaction,
  state: { rule_id: number; conversation_id: number; shadow: boolean; now: Date },
): Promise<void> {
  const { now, ...key } = state;
  const values = { ...key, holds: true, fired_at: now, tries: 0 };
  await db
    .insertInto('automation_time_states')
    .values(values)
    .onConflict((conflict) => conflict.columns(['rule_id', 'conversation_id']).doUpdateSet(values))
    .execute();
}

/** Firing has failed once more. */
export async function countFailure(db: Transaction, ruleId: number, conversationId: number): Promise<void> {
  await sql`insert into automation_time_states (rule_id, conversation_id, holds, tries)
    select ${ruleId}::int, id, false, 1 from conversations where id = ${conversationId}
    on conflict (rule_id, conversation_id) do update set tries = automation_time_states.tries + 1`.execute(db);
}

/**
 * The rule holds no longer for these: it may fire again. Not before the instant at which it fired: then the clock was set back, and
 * nothing has become false.
 */
export async function rearm(
  db: Transaction,
  { rule_id, ids, now }: { rule_id: number; ids: readonly number[]; now: Date },
): Promise<void> {
  await db
    .updateTable('automation_time_states')
    .set({ holds: false })
    .where('rule_id', '=', rule_id)
    .where('conversation_id', '=', ofAny(ids))
    .where('holds', '=', true)
    .where('fired_at', '<=', now)
    .execute();
}

/** Firings that a clock gone astray has put far ahead are as good as of now. */
export async function clampFired(db: Transaction, ruleId: number, now: Date): Promise<void> {
  await db
    .updateTable('automation_time_states')
    .set({ fired_at: now })
    .where('rule_id', '=', ruleId)
    .where('fired_at', '>', now)
    .execute();
}
