import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';

export interface PriorityRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  name: string;
}

/** All priorities, least urgent first: a higher id is more urgent (behaviour 12.4). */
export async function loadPriorities(db: Reader): Promise<PriorityRow[]> {
  return db.selectFrom('conversation_priorities').selectAll().orderBy('id').execute();
}

/** The priority of a name, found without regard to case; undefined when there is none. */
export async function findPriorityByName(db: Reader, name: string): Promise<PriorityRow | undefined> {
  return db
    .selectFrom('conversation_priorities')
    .selectAll()
    .where(sql<boolean>`lower(name) = lower(${name.trim()})`)
    .executeTakeFirst();
}
