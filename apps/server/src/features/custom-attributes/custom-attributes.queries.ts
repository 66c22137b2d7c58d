import type { CustomAttribute, CustomAttributeChange, CustomAttributeInput } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** A definition as stored; times are Dates. */
export type AttributeDefinition = Omit<CustomAttribute, 'created_at' | 'updated_at'> & {
  created_at: Date;
  updated_at: Date;
};

/** Definitions for contacts or conversations, all without `applies_to`, latest update first; none for an unknown value (wire A 20). */
export async function attributeDefinitions(db: Reader, appliesTo?: string): Promise<AttributeDefinition[]> {
  let query = db.selectFrom('custom_attributes').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc');
  if (appliesTo) query = query.where('applies_to', '=', appliesTo);
  return (await query.execute()) as AttributeDefinition[];
}

export async function findAttribute(db: Reader, id: number): Promise<AttributeDefinition | undefined> {
  const row = await db.selectFrom('custom_attributes').selectAll().where('id', '=', id).executeTakeFirst();
  return row as AttributeDefinition | undefined;
}

/** Locks a definition until the end of the transaction; undefined when there is none. */
export async function lockAttribute(db: Transaction, id: number): Promise<AttributeDefinition | undefined> {
  const row = await db.selectFrom('custom_attributes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as AttributeDefinition | undefined;
}

/** The id, undefined when what it applies to has the key already. */
export async function insertAttribute(
  db: Transaction,
  values: CustomAttributeInput & { now: Date },
): Promise<number | undefined> {
  const { now, ...attribute } = values;
  const row = await db
    .insertInto('custom_attributes')
    .values({ ...attribute, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether another definition for the same has the key. */
export async function isKeyTaken(
  db: Transaction,
  attribute: Pick<AttributeDefinition, 'id' | 'applies_to' | 'key'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('custom_attributes')
    .select('id')
    .where('applies_to', '=', attribute.applies_to)
    .where('key', '=', attribute.key)
    .where('id', '<>', attribute.id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function patchAttribute(
  db: Transaction,
  id: number,
  values: Omit<CustomAttributeChange, 'based_on'> & { now: Date },
): Promise<void> {
  const { now, ...changes } = values;
  await db
    .updateTable('custom_attributes')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteAttribute(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('custom_attributes').where('id', '=', id).execute();
}

/** How many conversations or contacts have a value of a key, counted to 10,000. */
export async function countAttributeValues(
  db: Reader,
  { applies_to, key }: Pick<AttributeDefinition, 'applies_to' | 'key'>,
): Promise<number> {
  const carriers =
    applies_to === 'contact'
      ? sql`users where type = 'contact' and custom_attributes ? ${key}`
      : sql`conversations where custom_attributes ? ${key}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from ${carriers} limit 10000) as carriers`.execute(db);
  return rows[0]!.count;
}
