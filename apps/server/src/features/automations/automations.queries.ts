import type { AutomationEvent, AutomationType, ExecutionMode, RuleReference } from '@bellhop/contract';
import type { RuleWorld } from '@bellhop/rules';
import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** What of a rule its form writes. */
export interface AutomationValues {
  type: AutomationType;
  name: string;
  description: string;
  events: AutomationEvent[];
  /** As it came, with cleaned HTML. */
  rules: unknown[];
  enabled: boolean;
  /** On trial: its actions are recorded and not done. */
  shadow: boolean;
}

/** A rule as stored. */
export interface AutomationRow extends AutomationValues {
  id: number;
  created_at: Date;
  updated_at: Date;
  weight: number;
  execution_mode: ExecutionMode;
  version: number;
}

/** The rules of a type in the order in which they run (behaviour 4.6). */
export async function listAutomations(db: Reader, type: string): Promise<AutomationRow[]> {
  const rows = await db
    .selectFrom('automation_rules')
    .selectAll()
    .where('type', '=', type)
    .orderBy('weight')
    .orderBy('id')
    .execute();
  return rows as unknown as AutomationRow[];
}

export async function findAutomation(db: Reader, id: number): Promise<AutomationRow | undefined> {
  const row = await db.selectFrom('automation_rules').selectAll().where('id', '=', id).executeTakeFirst();
  return row as unknown as AutomationRow | undefined;
}

/** A rule as it is, which nobody deletes before the end of the transaction. */
export async function holdAutomation(db: Transaction, id: number): Promise<AutomationRow | undefined> {
  const row = await db.selectFrom('automation_rules').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst();
  return row as unknown as AutomationRow | undefined;
}

/** Locks a rule until the end of the transaction; undefined when there is none. */
export async function lockAutomation(db: Transaction, id: number): Promise<AutomationRow | undefined> {
  const row = await db.selectFrom('automation_rules').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as unknown as AutomationRow | undefined;
}

/** Locks the rules of these ids, lowest id first. */
export async function lockAutomations(db: Transaction, ids: readonly number[]): Promise<AutomationRow[]> {
  const rows = await db
    .selectFrom('automation_rules')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows as unknown as AutomationRow[];
}

/** Keeps others from adding and ordering rules until the end of the transaction, so that no two get the same place. */
export async function lockOrder(db: Transaction): Promise<void> {
  await sql`lock table automation_rules in share row exclusive mode`.execute(db);
}

/** The place after all rules, and the mode that rules for new conversations have now. */
export async function nextPlace(db: Transaction): Promise<{ weight: number; mode: ExecutionMode }> {
  const { rows } = await sql<{ weight: number; mode: ExecutionMode | null }>`
    select coalesce(max(weight), 0) + 1 as weight,
      (array_agg(execution_mode order by weight, id) filter (where type = 'new_conversation'))[1] as mode
    from automation_rules`.execute(db);
  const { weight, mode } = rows[0]!;
  return { weight, mode: mode ?? 'all' };
}

export async function insertAutomation(
  db: Transaction,
  values: AutomationValues & { weight: number; execution_mode: ExecutionMode; now: Date },
): Promise<AutomationRow> {
  const { now, ...rest } = values;
  const row = await db
    .insertInto('automation_rules')
    .values({ ...rest, rules: JSON.stringify(rest.rules), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as unknown as AutomationRow;
}

/** Writes what a rule says and counts the change. */
export async function patchAutomation(
  db: Transaction,
  id: number,
  values: AutomationValues & { weight: number; execution_mode: ExecutionMode; now: Date },
): Promise<void> {
  const { now, ...rest } = values;
  await db
    .updateTable('automation_rules')
    .set((eb) => ({ ...rest, rules: JSON.stringify(rest.rules), version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

/** Puts rules in their places; `updated_at` stays, because nothing that a form holds changes. */
export async function patchWeights(db: Transaction, places: ReadonlyMap<number, number>): Promise<void> {
  await sql`update automation_rules set weight = place.weight
    from unnest(${[...places.keys()]}::int[], ${[...places.values()]}::int[]) as place (id, weight)
    where automation_rules.id = place.id`.execute(db);
}

/** Sets the mode of all rules for new conversations. */
export async function patchMode(db: Transaction, mode: ExecutionMode): Promise<void> {
  await db
    .updateTable('automation_rules')
    .set({ execution_mode: mode })
    .where('type', '=', 'new_conversation')
    .where('execution_mode', '<>', mode)
    .execute();
}

export async function deleteAutomation(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('automation_rules').where('id', '=', id).execute();
}

/** Everything that a rule may refer to, as it is now. */
export async function findRuleWorld(db: Reader): Promise<RuleWorld> {
  const { rows } = await sql<{ kind: RuleReference | 'tag'; id: string; name: string }>`
    select 'team' as kind, id::text, name from teams
    union all select 'agent', id::text, btrim(first_name || ' ' || last_name) from users
      where type = 'agent' and deleted_at is null
    union all select 'status', id::text, name from conversation_statuses
    union all select 'priority', id::text, name from conversation_priorities
    union all select 'inbox', id::text, name from inboxes where deleted_at is null
    union all select 'sla', id::text, name from sla_policies
    union all select 'tag', id::text, name from tags`.execute(db);
  const attributes = await db
    .selectFrom('custom_attributes')
    .select(['applies_to', 'key', 'name', 'data_type', 'values'])
    .orderBy('id')
    .execute();
  const of = (kind: RuleReference) =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]));
  return {
    rows: {
      team: of('team'),
      agent: of('agent'),
      status: of('status'),
      priority: of('priority'),
      inbox: of('inbox'),
      sla: of('sla'),
    },
    tags: rows.filter(({ kind }) => kind === 'tag').map(({ name }) => name),
    attributes: attributes as unknown as RuleWorld['attributes'],
  };
}
