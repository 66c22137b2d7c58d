import { sql } from 'kysely';
import type { Reader } from './types.ts';

/** What an automation rule may refer to (view `automation_references`); tags by name, attributes by key, all others by id. */
export type ReferredKind =
  | 'team'
  | 'agent'
  | 'status'
  | 'priority'
  | 'inbox'
  | 'sla'
  | 'tag'
  | 'contact_custom_attribute'
  | 'conversation_custom_attribute';

/** The automation rules that refer to something, by name: asked by every feature whose rows rules refer to, before one is deleted. */
export async function findRulesNaming(
  db: Reader,
  kind: ReferredKind,
  value: string | number,
): Promise<{ entity: 'automation'; id: number; name: string }[]> {
  const { rows } = await sql<{ entity: 'automation'; id: number; name: string }>`
    select 'automation' as entity, rule_id as id, rule_name as name from automation_references
    where kind = ${kind} and value = ${String(value)} order by lower(rule_name), rule_id`.execute(db);
  return rows;
}
