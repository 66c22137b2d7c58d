import type { FilterRow, ViewInput } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** A view as stored. */
export interface ViewRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  name: string;
  filters: FilterRow[];
  user_id: number;
}

/** An agent's views by name, without regard to case. */
export async function listViews(db: Reader, userId: number): Promise<ViewRow[]> {
  const rows = await db
    .selectFrom('views')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
  return rows as unknown as ViewRow[];
}

/** A view of this agent; undefined when there is none or it is another's. */
export async function findView(db: Reader, own: { id: number; user_id: number }): Promise<ViewRow | undefined> {
  const row = await db
    .selectFrom('views')
    .selectAll()
    .where('id', '=', own.id)
    .where('user_id', '=', own.user_id)
    .executeTakeFirst();
  return row as unknown as ViewRow | undefined;
}

export async function countViews(db: Reader, userId: number): Promise<number> {
  const row = await db
    .selectFrom('views')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertView(db: Transaction, view: ViewInput & { user_id: number; now: Date }): Promise<void> {
  await db
    .insertInto('views')
    .values({
      user_id: view.user_id,
      name: view.name,
      filters: JSON.stringify(view.filters),
      created_at: view.now,
      updated_at: view.now,
    })
    .execute();
}

/** Whether there was such a view. */
export async function patchView(
  db: Transaction,
  own: { id: number; user_id: number },
  view: ViewInput & { now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('views')
    .set({ name: view.name, filters: JSON.stringify(view.filters), updated_at: view.now })
    .where('id', '=', own.id)
    .where('user_id', '=', own.user_id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there was such a view. */
export async function deleteView(db: Transaction, own: { id: number; user_id: number }): Promise<boolean> {
  const row = await db
    .deleteFrom('views')
    .where('id', '=', own.id)
    .where('user_id', '=', own.user_id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
