import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** Ids of the teams that an agent is a member of. */
export async function teamIdsOf(db: Reader, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('team_members').where('user_id', '=', userId).select('team_id').execute();
  return rows.map((row) => row.team_id);
}

/** Whether an agent is a member of a team. */
export async function isMember(db: Reader, teamId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('team_members')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .select('team_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of a team's members, in their order. */
export async function membersOf(db: Reader, teamId: number): Promise<number[]> {
  const query = db.selectFrom('team_members').where('team_id', '=', teamId).select('user_id').orderBy('user_id');
  return (await query.execute()).map((row) => row.user_id);
}

/** Makes an agent a member of the teams of these names and of no other; unknown names are passed over (wire A 6.4). */
export async function replaceTeamsOf(db: Transaction, userId: number, names: readonly string[]): Promise<void> {
  const wanted = sql`select id from teams where deleted_at is null and name = any(${[...names]}::text[])`;
  await sql`delete from team_members where user_id = ${userId} and team_id not in (${wanted})`.execute(db);
  await sql`insert into team_members (team_id, user_id) select id, ${userId} from (${wanted} for key share) as team
    on conflict do nothing`.execute(db);
}

/** Takes every agent out of a team; answers who was in it. */
export async function deleteMembers(db: Transaction, teamId: number): Promise<number[]> {
  const rows = await db.deleteFrom('team_members').where('team_id', '=', teamId).returning('user_id').execute();
  return rows.map((row) => row.user_id);
}

/** What uses a team: its agents, the macros that are its own or assign it, rules that name it, and how many conversations it has, counted to 10,000. */
export async function findTeamUsage(db: Reader, id: number) {
  const { rows: agents } = await sql<{ id: number; name: string }>`
    select u.id, btrim(u.first_name || ' ' || u.last_name) as name
    from team_members m join users u on u.id = m.user_id where m.team_id = ${id} and u.deleted_at is null
    order by lower(u.first_name), u.id`.execute(db);
  const { rows: users } = await sql<{ entity: 'macro' | 'automation'; id: number; name: string }>`
    select 'macro' as entity, id, name from macros where team_id = ${id} or exists (
      select 1 from jsonb_array_elements(macros.actions) as one(action)
      where action ->> 'type' = 'assign_team' and action -> 'value' ? ${String(id)})
    union all select 'automation', rule_id, rule_name from automation_references
      where kind = 'team' and value = ${String(id)}
    order by entity desc, name, id`.execute(db);
  const { rows } = await sql<{ conversations: number }>`
    select count(*)::int as conversations
    from (select 1 from conversations where assigned_team_id = ${id} limit 10000) as held`.execute(db);
  return { agents, users, conversations: rows[0]!.conversations };
}
