import type { SlaPolicy } from '@bellhop/contract';
import { sql } from 'kysely';
import { jsonText } from '../../db/json-rows.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import { systemEmail } from '../users/index.ts';

/** A policy as stored; times are Dates. */
export type SlaPolicyRow = Omit<SlaPolicy, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };
/** What administrators decide of it. */
export type SlaPolicyFields = Omit<SlaPolicyRow, 'id' | 'created_at' | 'updated_at'>;

/** All policies, latest update first (wire B 13.2). */
export async function loadPolicies(db: Reader): Promise<SlaPolicyRow[]> {
  const rows = await db
    .selectFrom('sla_policies')
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows as unknown as SlaPolicyRow[];
}

/** One policy; undefined when there is none. */
export async function findPolicy(db: Reader, id: number): Promise<SlaPolicyRow | undefined> {
  const row = await db.selectFrom('sla_policies').selectAll().where('id', '=', id).executeTakeFirst();
  return row as unknown as SlaPolicyRow | undefined;
}

/** One policy that is not deleted before the transaction ends; undefined when there is none. */
export async function holdPolicy(db: Transaction, id: number): Promise<SlaPolicyRow | undefined> {
  const row = await db.selectFrom('sla_policies').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst();
  return row as unknown as SlaPolicyRow | undefined;
}

/** Locks a policy until the end of the transaction; undefined when there is none. */
export async function lockPolicy(db: Transaction, id: number): Promise<SlaPolicyRow | undefined> {
  const row = await db.selectFrom('sla_policies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as unknown as SlaPolicyRow | undefined;
}

const stored = ({ notifications, ...fields }: SlaPolicyFields) => ({
  ...fields,
  notifications: jsonText(notifications),
});

/** The new id; undefined when the name is taken, without regard to case. */
export async function insertPolicy(db: Transaction, fields: SlaPolicyFields, now: Date): Promise<number | undefined> {
  const row = await db
    .insertInto('sla_policies')
    .values({ ...stored(fields), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function patchPolicy(db: Transaction, id: number, fields: SlaPolicyFields, now: Date): Promise<void> {
  await db
    .updateTable('sla_policies')
    .set({ ...stored(fields), updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Whether another policy has the name, without regard to case. */
export async function isPolicyNameTaken(db: Transaction, name: string, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('sla_policies')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The references of teams become null with it; those of conversations are left for `forgetSome`. */
export async function deletePolicy(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('sla_policies').where('id', '=', id).execute();
}

/** Takes a policy that is gone from some of those that had it; false when none had it any more. */
export async function forgetSome(db: Transaction, id: number, most: number): Promise<boolean> {
  let isLeft = false;
  for (const table of ['conversations', 'applied_slas'] as const) {
    // Asked twice: who waited for a row finds another policy there.
    const { numAffectedRows } = await sql`update ${sql.table(table)} set sla_policy_id = null
      where sla_policy_id = ${id} and id = any(array(
        select id from ${sql.table(table)} where sla_policy_id = ${id} limit ${sql.lit(most)}))`.execute(db);
    isLeft ||= Number(numAffectedRows) > 0;
  }
  return isLeft;
}

/** Which of these ids are agents, System not counted. */
export async function agentIdsAmong(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('type', '=', 'agent')
    .where('deleted_at', 'is', null)
    .where('email', '<>', systemEmail)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The teams, macros and automation rules that give a policy to conversations, by name, and how many have it, counted to 10,000. */
export async function findPolicyUsage(db: Reader, id: number) {
  const { rows: users } = await sql<{ entity: 'team' | 'macro' | 'automation'; id: number; name: string }>`
    select 'team' as entity, id, name from teams where sla_policy_id = ${id}
    union all
    select 'macro', id, name from macros where exists (
      select 1 from jsonb_array_elements(macros.actions) as one(action)
      where action ->> 'type' = 'set_sla' and action -> 'value' ? ${String(id)})
    union all
    select 'automation', rule_id, rule_name from automation_references where kind = 'sla' and value = ${String(id)}
    order by entity desc, name, id`.execute(db);
  const { rows } = await sql<{ conversations: number }>`
    select count(*)::int as conversations
    from (select 1 from conversations where sla_policy_id = ${id} limit 10000) as carriers`.execute(db);
  return { users, conversations: rows[0]!.conversations };
}

/** What a set of business hours is called; undefined when there is none. */
export async function findHoursName(db: Reader, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('business_hours').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}

/** Whether the thread has an entry of this kind since a time. */
export async function hasRecentActivity(
  db: Reader,
  { conversation_id, kind, since }: { conversation_id: number; kind: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversation_id)
    .where('type', '=', 'activity')
    .where('created_at', '>=', since)
    .where(sql<string>`meta ->> 'activity_type'`, '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}
