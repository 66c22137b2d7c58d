import type { Viewer } from '@bellhop/rules';
import { sql } from 'kysely';
import type { Reader } from '../../../db/types.ts';
import { visibleTo } from '../access.queries.ts';

/** What a viewer sees with one status: of one of their teams' unheld conversations, or (`team_id` null) of everything else. */
export interface CountRow {
  status_id: number;
  team_id: number | null;
  assigned: number;
  unassigned: number;
  all: number;
}

/** The sizes of the viewer's lists out of the kept counts and what was appended since; no conversation is read. */
export async function countLists(db: Reader, viewer: Viewer): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select status_id,
      case when assigned_user_id is null and assigned_team_id = any(${[...viewer.team_ids]}::int[]) then assigned_team_id
        end as team_id,
      coalesce(sum(count) filter (where assigned_user_id = ${viewer.id}), 0)::int as assigned,
      coalesce(sum(count) filter (where assigned_user_id is null and assigned_team_id is null), 0)::int as unassigned,
      sum(count)::int as all
    from (
      select count, status_id, assigned_user_id, assigned_team_id from conversation_counts
      union all
      select delta, status_id, assigned_user_id, assigned_team_id from conversation_count_deltas
    ) as conversations
    where ${visibleTo(viewer)}
    group by 1, 2`.execute(db);
  return rows;
}
