import type { Assignment } from '@bellhop/rules';
import { sql } from 'kysely';
import type { Reader } from '../db/types.ts';

/** Assignments of conversations by uuid; unknown ones are missing. */
export async function assignmentsByUuid(db: Reader, uuids: readonly string[]): Promise<Map<string, Assignment>> {
  if (uuids.length === 0) return new Map();
  const rows = await db
    .selectFrom('conversations')
    .select(['uuid', 'assigned_user_id', 'assigned_team_id'])
    .where('uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.uuid, row]));
}
