import type { MacroActionType, MacroOccasion, MacroVisibility } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** An action as stored; what it shows is looked up on reading. */
export interface StoredAction {
  type: MacroActionType;
  value: string[];
}

/** What of a macro is written. */
export interface MacroValues {
  name: string;
  message_content: string;
  visible_when: MacroOccasion[];
  visibility: MacroVisibility;
  team_id: number | null;
  user_id: number | null;
  actions: StoredAction[];
}

/** A macro as stored. */
export interface MacroRow extends MacroValues {
  id: number;
  created_at: Date;
  updated_at: Date;
  usage_count: number;
}

const columns = [
  ...([
    'id',
    'created_at',
    'updated_at',
    'name',
    'message_content',
    'visible_when',
    'visibility',
    'team_id',
    'user_id',
  ] as const),
  ...(['usage_count', 'actions'] as const),
] as const;
const latest = sql`greatest(updated_at, last_used_at) desc`;

/** All macros, latest update or use first. */
export async function listMacroRows(db: Reader): Promise<MacroRow[]> {
  const rows = await db.selectFrom('macros').select(columns).orderBy(latest).orderBy('id', 'desc').execute();
  return rows as unknown as MacroRow[];
}

/** Those that the rule `isMacroFor` gives to an agent, in the same order. */
export async function listMacroRowsFor(
  db: Reader,
  viewer: { id: number; team_ids: readonly number[] },
): Promise<MacroRow[]> {
  const rows = await db
    .selectFrom('macros')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb('visibility', '=', 'all'),
        eb('user_id', '=', viewer.id),
        sql<boolean>`team_id = any(${[...viewer.team_ids]}::int[])`,
      ]),
    )
    .orderBy(latest)
    .orderBy('id', 'desc')
    .execute();
  return rows as unknown as MacroRow[];
}

export async function findMacro(db: Reader, id: number): Promise<MacroRow | undefined> {
  const row = await db.selectFrom('macros').select(columns).where('id', '=', id).executeTakeFirst();
  return row as unknown as MacroRow | undefined;
}

/** Locks a macro until the end of the transaction; undefined when there is none. */
export async function lockMacro(db: Transaction, id: number): Promise<MacroRow | undefined> {
  const row = await db.selectFrom('macros').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row as unknown as MacroRow | undefined;
}

/** How many conversations have a draft that will apply the macro when it is sent, counted to 10,000. */
export async function countDraftsWith(db: Reader, id: number): Promise<number> {
  const { rows } = await sql<{ conversations: number }>`
    select count(*)::int as conversations from (
      select distinct conversation_id from drafts
      where conversation_id is not null and content -> 'macro' ->> 'id' = ${String(id)} limit 10000) as carriers`.execute(
    db,
  );
  return rows[0]!.conversations;
}

/** Names of the rows that actions refer to, as `type id` to name; rows that are gone are missing. */
export async function findActionNames(
  db: Reader,
  macros: readonly Pick<MacroRow, 'actions'>[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: MacroActionType) =>
    macros.flatMap(({ actions }) => actions.filter((one) => one.type === type).flatMap(({ value }) => value));
  const { rows } = await sql<{ key: string; name: string }>`
    select 'assign_team ' || id as key, name from teams where id::text = any(${idsOf('assign_team')}::text[])
    union all select 'assign_user ' || id, btrim(first_name || ' ' || last_name) from users
      where type = 'agent' and deleted_at is null and id = any(${idsOf('assign_user')}::int[])
    union all select 'set_status ' || id, name from conversation_statuses
      where id::text = any(${idsOf('set_status')}::text[])
    union all select 'set_priority ' || id, name from conversation_priorities
      where id::text = any(${idsOf('set_priority')}::text[])
    union all select 'set_sla ' || id, name from sla_policies where id::text = any(${idsOf('set_sla')}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** Whether a macro's team or agent exists. */
export async function ownerExists(db: Reader, { team_id, user_id }: MacroValues): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    (${team_id}::int is null or exists (select 1 from teams where id = ${team_id}::int and deleted_at is null))
    and (${user_id}::int is null
      or exists (select 1 from users where id = ${user_id}::int and type = 'agent' and deleted_at is null)) as found`.execute(
    db,
  );
  return rows[0]!.found;
}

export async function insertMacro(db: Transaction, values: MacroValues & { now: Date }): Promise<MacroRow> {
  const { now, ...rest } = values;
  const row = await db
    .insertInto('macros')
    .values({ ...rest, actions: JSON.stringify(rest.actions), created_at: now, updated_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as unknown as MacroRow;
}

export async function patchMacro(db: Transaction, id: number, values: MacroValues & { now: Date }): Promise<MacroRow> {
  const { now, ...rest } = values;
  const row = await db
    .updateTable('macros')
    .set({ ...rest, actions: JSON.stringify(rest.actions), updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as unknown as MacroRow;
}

export async function deleteMacro(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('macros').where('id', '=', id).execute();
}

/** Deletes the macros that only a team had, and answers them. */
export async function deleteMacrosOfTeam(db: Transaction, teamId: number): Promise<MacroRow[]> {
  const rows = await db.deleteFrom('macros').where('team_id', '=', teamId).returningAll().execute();
  return rows as unknown as MacroRow[];
}

/** One use more; the macro moves to the top of the list (wire B 4.2). */
export async function countUse(db: Transaction, id: number, now: Date): Promise<void> {
  await db
    .updateTable('macros')
    .set((eb) => ({ usage_count: eb('usage_count', '+', 1), last_used_at: now }))
    .where('id', '=', id)
    .execute();
}
