import type { StatusCategory } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
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

/** The status of a name, found without regard to case; undefined when there is none. */
export async function findStatusByName(db: Reader, name: string): Promise<StatusRow | undefined> {
  const row = await db
    .selectFrom('conversation_statuses')
    .selectAll()
    .where(sql<boolean>`lower(name) = lower(${name.trim()})`)
    .executeTakeFirst();
  return row as StatusRow | undefined;
}
