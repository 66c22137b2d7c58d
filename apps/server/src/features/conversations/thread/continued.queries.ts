import { sql } from 'kysely';
import type { Reader, Transaction } from '../../../db/types.ts';

/** A conversation that is closed for long, and the latest in the row of those that continue it, itself at the least. */
export interface StaleThread {
  id: number;
  last_id: number;
  last_reference: string;
  /** The latest is closed for long too. */
  is_last_stale: boolean;
}

/** Those of the conversations that were closed before the time, with what continues them. */
export async function listStaleThreads(db: Reader, ids: readonly number[], closedBefore: Date): Promise<StaleThread[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StaleThread>`
    with recursive continued as (
      select id as root, id, 0 as step from conversations
      where id = any(${[...ids]}::int[]) and closed_at < ${closedBefore}
      union all
      select continued.root, later.id, step + 1 from continued join conversations later on later.continues_id = continued.id
      where step < 1000
    )
    select distinct on (root) root as id, last.id as last_id, last.reference_number as last_reference,
      coalesce(last.closed_at < ${closedBefore}, false) as is_last_stale
    from continued join conversations last on last.id = continued.id
    order by root, step desc, last.id desc`.execute(db);
  return rows;
}

/** Holds conversations against other writers until the unit ends, in the order of their ids. */
export async function lockConversations(db: Transaction, ids: readonly number[]): Promise<void> {
  await sql`select 1 from conversations where id = any(${[...ids]}::int[]) order by id for no key update`.execute(db);
}
