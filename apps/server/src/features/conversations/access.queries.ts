import type { Viewer } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';

/**
 * The access rule as a predicate on a table called `conversations` (behaviour 10.5.2), for lists, search and previous
 * conversations. Its twin is `canSeeConversation`; access.test.ts holds the two together.
 */
export function visibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  const may = (permission: string) => viewer.permissions.has(permission);
  if (!may('conversations:read')) return sql`false`;
  if (may('conversations:read_all')) return sql`true`;
  const ways: RawBuilder<SqlBool>[] = [];
  if (may('conversations:read_assigned')) ways.push(sql`conversations.assigned_user_id = ${viewer.id}`);
  if (may('conversations:read_team_inbox')) {
    ways.push(
      sql`(conversations.assigned_user_id is null and conversations.assigned_team_id = any(${[...viewer.team_ids]}))`,
    );
  }
  if (may('conversations:read_unassigned')) {
    ways.push(sql`(conversations.assigned_user_id is null and conversations.assigned_team_id is null)`);
  }
  return ways.length > 0 ? sql`(${sql.join(ways, sql` or `)})` : sql`false`;
}

/** Those of some conversations that a viewer sees, id to uuid. */
export async function findVisibleUuids(
  db: Reader,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'uuid'])
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where(visibleTo(viewer))
    .execute();
  return new Map(rows.map((row) => [row.id, row.uuid]));
}
