import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';

/** Most people that one notice goes to (behaviour 4.9). */
const most = 1000;

/** Agents of these ids and members of these teams who are enabled and can be reached, each once. */
export async function findReachable(
  db: Reader,
  { user_ids, team_ids }: { user_ids: readonly number[]; team_ids: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users
    where type = 'agent' and enabled and deleted_at is null and coalesce(btrim(email), '') <> ''
      and (id = any(${[...user_ids]}::int[])
        or id in (select user_id from team_members where team_id = any(${[...team_ids]}::int[])))
    order by id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}
