import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

export interface TagRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  name: string;
}

/** All tags by name, without regard to case. */
export async function loadTags(db: Reader): Promise<TagRow[]> {
  return db.selectFrom('tags').selectAll().orderBy(sql`lower(name)`).orderBy('id').execute();
}

/** The tags of these names, found without regard to case, in their stored spelling; unknown names are left out (settled question 15). */
export async function tagsByName(db: Reader, names: readonly string[]): Promise<TagRow[]> {
  if (names.length === 0) return [];
  const wanted = names.map((name) => name.trim());
  return db
    .selectFrom('tags')
    .selectAll()
    .where(sql<boolean>`lower(name) in (select lower(wanted) from unnest(${wanted}::text[]) as wanted)`)
    .orderBy('id')
    .execute();
}

/** Locks a tag until the end of the transaction; undefined when there is none. */
export async function lockTag(db: Transaction, id: number): Promise<TagRow | undefined> {
  return db.selectFrom('tags').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Undefined when the name is taken, without regard to case. */
export async function insertTag(db: Transaction, values: { name: string; now: Date }): Promise<TagRow | undefined> {
  return db
    .insertInto('tags')
    .values({ name: values.name, created_at: values.now, updated_at: values.now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Whether another tag has the name, without regard to case. */
export async function isNameTaken(db: Transaction, name: string, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('tags')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function patchTag(db: Transaction, id: number, values: { name: string; now: Date }): Promise<void> {
  await db.updateTable('tags').set({ name: values.name, updated_at: values.now }).where('id', '=', id).execute();
}

export async function deleteTag(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('tags').where('id', '=', id).execute();
}

/** The macros and automation rules whose actions name a tag, and how many conversations carry it, counted to 10,000. */
export async function findTagUsage(db: Reader, tag: { id: number; name: string }) {
  const { rows: users } = await sql<{ entity: 'macro' | 'automation'; id: number; name: string }>`
    select 'macro' as entity, id, name from macros where exists (
      select 1 from jsonb_array_elements(macros.actions) as one(action), jsonb_array_elements_text(action -> 'value') as named(value)
      where action ->> 'type' in ('add_tags', 'set_tags', 'remove_tags') and lower(value) = lower(${tag.name}))
    union all select 'automation', rule_id, rule_name from automation_references
      where kind = 'tag' and value = lower(${tag.name})
    order by entity desc, name, id`.execute(db);
  const { rows } = await sql<{ conversations: number }>`
    select count(*)::int as conversations
    from (select 1 from conversation_tags where tag_id = ${tag.id} limit 10000) as carriers`.execute(db);
  return { users, conversations: rows[0]!.conversations };
}

export async function findTag(db: Reader, id: number): Promise<TagRow | undefined> {
  return db.selectFrom('tags').selectAll().where('id', '=', id).executeTakeFirst();
}
