import { sql } from 'kysely';
import type { Reader } from '../../db/types.ts';

/** What uses an agent: macros of their own or that assign to them, rules that name them, and how many open conversations they hold, counted to 10,000. */
export async function findAgentUsage(db: Reader, id: number) {
  const { rows: users } = await sql<{ entity: 'macro' | 'automation'; id: number; name: string }>`
    select 'macro' as entity, id, name from macros where user_id = ${id} or exists (
      select 1 from jsonb_array_elements(macros.actions) as one(action)
      where action ->> 'type' = 'assign_user' and action -> 'value' ? ${String(id)})
    union all select 'automation', rule_id, rule_name from automation_references
      where kind = 'agent' and value = ${String(id)}
    order by entity desc, name, id`.execute(db);
  const { rows } = await sql<{ conversations: number }>`
    select count(*)::int as conversations from (
      select 1 from conversations where assigned_user_id = ${id}
        and status_id in (select id from conversation_statuses where category in ('open', 'waiting')) limit 10000) as held`.execute(
    db,
  );
  return { users, conversations: rows[0]!.conversations };
}

/** Whether an agent is disabled or deleted. */
export async function hasLeft(db: Reader, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('enabled', '=', false), eb('deleted_at', 'is not', null)]))
    .executeTakeFirst();
  return row !== undefined;
}
