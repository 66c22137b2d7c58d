import type { StatusCategory, Usage } from '@bellhop/contract';
import { sql } from 'kysely';
import { findRulesNaming } from '../../db/rule-references.queries.ts';
import type { Reader, Transaction } from '../../db/types.ts';
import { createCache } from '../../lib/cached.ts';

export interface StatusRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  name: string;
  category: StatusCategory;
}

/** All statuses in their order: Open, Snoozed, Resolved, Closed, then custom ones as they were made. */
export async function loadStatuses(db: Reader): Promise<StatusRow[]> {
  const rows = await db.selectFrom('conversation_statuses').selectAll().orderBy('id').execute();
  return rows as StatusRow[];
}

const cache = createCache(1_000, loadStatuses);

/** The same as they were a second ago at most, or as this transaction saw them first, for what reads them again and again. */
export function knownStatuses(db: Reader): Promise<StatusRow[]> {
  return cache.get(db);
}

/** Forgets what `knownStatuses` remembers: this process shows a change at once, others within a second. */
export function forgetStatuses(db: Reader): void {
  cache.drop(db);
}

/**
 * The status of a name, found without regard to case; undefined when there is none. It is not deleted before the transaction has
 * ended.
 */
export async function findStatusByName(db: Transaction, name: string): Promise<StatusRow | undefined> {
  const row = await db
    .selectFrom('conversation_statuses')
    .selectAll()
    .where(sql<boolean>`lower(name) = lower(${name.trim()})`)
    .forKeyShare()
    .executeTakeFirst();
  return row as StatusRow | undefined;
}

export async function findStatus(db: Reader, id: number): Promise<StatusRow | undefined> {
  const row = await db.selectFrom('conversation_statuses').selectAll().where('id', '=', id).executeTakeFirst();
  return row as StatusRow | undefined;
}

/** Locks a status until the end of the transaction, so that no conversation gets it; undefined when there is none. */
export async function lockStatus(db: Transaction, id: number): Promise<StatusRow | undefined> {
  const row = await db
    .selectFrom('conversation_statuses')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as StatusRow | undefined;
}

/** The id, undefined when the name is taken, without regard to case. */
export async function insertStatus(
  db: Transaction,
  values: { name: string; category: StatusCategory; now: Date },
): Promise<number | undefined> {
  const { now, ...status } = values;
  const row = await db
    .insertInto('conversation_statuses')
    .values({ ...status, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether another status has the name, without regard to case. */
export async function isStatusNameTaken(db: Transaction, name: string, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('conversation_statuses')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function patchStatus(
  db: Transaction,
  id: number,
  values: { name: string; category: StatusCategory; now: Date },
): Promise<void> {
  const { now, ...changes } = values;
  await db
    .updateTable('conversation_statuses')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteStatus(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('conversation_statuses').where('id', '=', id).execute();
}

/** The macros that set a status, the automation rules that name it, and how many conversations have it, counted to 10,000. */
export async function findStatusUsage(db: Reader, id: number): Promise<Pick<Usage, 'used_by' | 'conversations'>> {
  const { rows: used_by } = await sql<Usage['used_by'][number]>`
    select 'macro' as entity, id, name from macros where exists (
      select 1 from jsonb_array_elements(macros.actions) as one(action)
      where action ->> 'type' = 'set_status' and action -> 'value' ->> 0 = ${String(id)})
    order by lower(name), id`.execute(db);
  used_by.push(...(await findRulesNaming(db, 'status', id)));
  const { rows } = await sql<{ conversations: number }>`
    select count(*)::int as conversations
    from (select 1 from conversations where status_id = ${id} limit 10000) as carriers`.execute(db);
  return { used_by, conversations: rows[0]!.conversations };
}
