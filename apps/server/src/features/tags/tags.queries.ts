import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';

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
