import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** Who or what holds conversations. */
export type Holder = { user_id: number } | { team_id: number };

/** The first conversations of an agent or a team that are not resolved, by id, for at most `limit`. */
export async function listHeldOpen(db: Reader, holder: Holder, limit: number): Promise<number[]> {
  const held =
    'user_id' in holder ? sql`assigned_user_id = ${holder.user_id}` : sql`assigned_team_id = ${holder.team_id}`;
  const { rows } = await sql<{ id: number }>`
    select id from conversations where ${held}
      and status_id in (select id from conversation_statuses where category in ('open', 'waiting'))
    order by id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Takes a team from up to `limit` conversations that it still has, without a word; answers how many those were. */
export async function clearTeam(
  db: Transaction,
  teamId: number,
  change: { now: Date; limit: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update conversations set assigned_team_id = null, updated_at = ${change.now} where id = any(array(
      select id from conversations where assigned_team_id = ${teamId} order by id limit ${change.limit} for no key update))
    returning id`.execute(db);
  return rows.length;
}
