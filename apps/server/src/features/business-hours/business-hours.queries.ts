import type { BusinessHours } from '@bellhop/contract';
import { sql } from 'kysely';
import { jsonText } from '../../db/json-rows.ts';
import type { Reader, Transaction } from '../../db/types.ts';

/** A set as stored; times are Dates. */
export type BusinessHoursRow = Omit<BusinessHours, 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date;
};
/** What administrators decide of it. */
export type BusinessHoursFields = Omit<BusinessHoursRow, 'id' | 'created_at' | 'updated_at'>;

/** All sets, latest update first (wire A 17). */
export async function loadBusinessHours(db: Reader): Promise<BusinessHoursRow[]> {
  const rows = await db
    .selectFrom('business_hours')
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows as unknown as BusinessHoursRow[];
}

/** One set; undefined when there is none. */
export async function findBusinessHours(db: Reader, id: number): Promise<BusinessHoursRow | undefined> {
  const row = await db.selectFrom('business_hours').selectAll().where('id', '=', id).executeTakeFirst();
  return row as unknown as BusinessHoursRow | undefined;
}

/** Locks a set until the end of the transaction; undefined when there is none. */
export async function lockBusinessHours(db: Transaction, id: number): Promise<BusinessHoursRow | undefined> {
  const row = await db.selectFrom('business_hours').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as unknown as BusinessHoursRow | undefined;
}

const stored = ({ hours, holidays, ...fields }: BusinessHoursFields) => ({
  ...fields,
  hours: jsonText(hours),
  holidays: jsonText(holidays),
});

/** The new id; undefined when the name is taken, without regard to case. */
export async function insertBusinessHours(
  db: Transaction,
  fields: BusinessHoursFields,
  now: Date,
): Promise<number | undefined> {
  const row = await db
    .insertInto('business_hours')
    .values({ ...stored(fields), created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function patchBusinessHours(
  db: Transaction,
  id: number,
  fields: BusinessHoursFields,
  now: Date,
): Promise<void> {
  await db
    .updateTable('business_hours')
    .set({ ...stored(fields), updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Whether another set has the name, without regard to case. */
export async function isBusinessHoursNameTaken(db: Transaction, name: string, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('business_hours')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteBusinessHours(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('business_hours').where('id', '=', id).execute();
}

/** The teams that a set belongs to, by name, and whether the general settings name it. */
export async function findBusinessHoursUsage(db: Reader, id: number) {
  const teams = await db
    .selectFrom('teams')
    .select(['id', 'name'])
    .where('business_hours_id', '=', id)
    .orderBy('name')
    .execute();
  const setting = await db
    .selectFrom('settings')
    .select('key')
    .where('key', '=', 'app.business_hours_id')
    .where('value', '=', JSON.stringify(String(id)))
    .executeTakeFirst();
  return { teams, isDeskDefault: setting !== undefined };
}
