import type { ActivityActor, ActivityLogSortField } from '@bellhop/contract';
import type { FilterCondition } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { conditionTest } from '../../db/condition-test.ts';
import { jsonText } from '../../db/json-rows.ts';
import type { Reader, Transaction } from '../../db/types.ts';

export interface ActivityEntry {
  created_at: Date;
  activity_type: string;
  params: Record<string, unknown>;
  actor_id: number;
  target_model_type: string;
  target_model_id: number;
  ip: string | null;
}

/** Appends one row; the log is never changed afterwards. */
export async function insertActivity(db: Transaction, entry: ActivityEntry): Promise<void> {
  await db
    .insertInto('activity_logs')
    .values({ ...entry, params: jsonText(entry.params) })
    .execute();
}

/** A row as lists show it; `params` without the members of the change, whose names are in `changed`. */
export interface ActivityRow {
  id: number;
  created_at: Date;
  activity_type: string;
  params: Record<string, unknown>;
  changed: string[];
  actor_id: number | null;
  target_model_type: string;
  target_model_id: number;
  ip: string | null;
}
export type Changes = Record<string, { before: unknown; after: unknown }>;

type Conditions = readonly FilterCondition[];

const shown = sql`id::int, created_at, activity_type, params - 'changes' as params,
  array(select jsonb_object_keys(coalesce(params -> 'changes', '{}'))) as changed,
  actor_id, target_model_type, target_model_id, ip`;

/** How many entries fit, counted up to `most`. */
export async function countActivities(db: Reader, conditions: Conditions, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select 1 from activity_logs where ${fitting(conditions)} limit ${sql.lit(most)}) as fitting`.execute(db);
  return rows[0]!.count;
}

/** A page of the entries that fit; of equal ones the newest first. */
export async function listActivities(
  db: Reader,
  conditions: Conditions,
  slice: { field: ActivityLogSortField; direction: 'asc' | 'desc'; offset: number; limit: number },
): Promise<ActivityRow[]> {
  const direction = sql.raw(slice.direction);
  // Only what may lack a value is told where to put that: the index of the times gives its order as it stands.
  const order =
    slice.field === 'activity_logs.created_at'
      ? sql`created_at ${direction}, id ${direction}`
      : sql`${sql.ref(slice.field)} ${direction} nulls last, created_at desc, id desc`;
  const { rows } = await sql<ActivityRow>`select ${shown} from activity_logs where ${fitting(conditions)}
    order by ${order} limit ${sql.lit(slice.limit)} offset ${sql.lit(slice.offset)}`.execute(db);
  return rows;
}

/** The entries that fit and are older than `before`, newest first, with what changed. */
export async function listForExport(
  db: Reader,
  conditions: Conditions,
  before: { created_at: Date; id: number } | null,
  limit: number,
): Promise<(ActivityRow & { changes: Changes | null })[]> {
  const behind = before ? sql`(created_at, id) < (${before.created_at}, ${before.id})` : sql`true`;
  const { rows } = await sql<ActivityRow & { changes: Changes | null }>`
    select ${shown}, params -> 'changes' as changes from activity_logs where ${fitting(conditions)} and ${behind}
    order by created_at desc, id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Who did what the log holds, each with the address that they had last; steps from one to the next by the index, however long the log is. */
export async function listActors(db: Reader): Promise<ActivityActor[]> {
  const latest = sql`actor_id as id, coalesce(params ->> 'actor_email', '') as email from activity_logs`;
  const order = sql`order by actor_id, created_at desc, activity_logs.id desc limit 1`;
  const { rows } = await sql<ActivityActor>`with recursive actors as (
    (select ${latest} where actor_id is not null ${order})
    union all
    select next.* from actors, lateral (select ${latest} where actor_id > actors.id ${order}) as next
  ) select id, email from actors`.execute(db);
  return rows;
}

/** One entry with what changed; undefined when there is none. */
export async function findActivity(
  db: Reader,
  id: number,
): Promise<(ActivityRow & { changes: Changes | null }) | undefined> {
  const { rows } = await sql<ActivityRow & { changes: Changes | null }>`
    select ${shown}, params -> 'changes' as changes from activity_logs where id = ${id}`.execute(db);
  return rows[0];
}

/** Deletes the oldest entries from before a time, `most` at most, and answers how many those were: the only way in which any goes. */
export async function deleteOldest(db: Transaction, before: Date, most: number): Promise<number> {
  await sql`set local bellhop.retention = 'on'`.execute(db);
  const { numAffectedRows } = await sql`delete from activity_logs where id in (
    select id from activity_logs where created_at < ${before} order by created_at limit ${sql.lit(most)})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Names of columns come out of an allow list, never out of a request. */
function fitting(conditions: Conditions): RawBuilder<SqlBool> {
  if (conditions.length === 0) return sql`true`;
  return sql`(${sql.join(
    conditions.map(({ field, type, test }) => conditionTest(sql.ref(field), type, test)),
    sql` and `,
  )})`;
}
