import type { ConversationCounts, Permission, StatusCounts } from '@bellhop/contract';
import type { Actor } from '../../../core/actor.ts';
import type { Reader } from '../../../db/types.ts';
import { knownStatuses } from '../../statuses/index.ts';
import { type CountRow, countLists } from './counts.queries.ts';

/** The sizes of the caller's lists by status, for the sidebar; lists that the caller may not open are absent. */
export async function countConversations(db: Reader, actor: Actor): Promise<ConversationCounts> {
  const may = (permission: Permission) =>
    actor.permissions.has('conversations:read') && actor.permissions.has(permission);
  const [statuses, rows] = await Promise.all([knownStatuses(db), countLists(db, actor)]);
  const byStatus = (sizeOf: (row: CountRow) => number): StatusCounts =>
    Object.fromEntries(
      statuses.map(({ id, name }) => [
        name,
        rows.reduce((sum, row) => (row.status_id === id ? sum + sizeOf(row) : sum), 0),
      ]),
    );
  const teams = may('conversations:read_team_inbox') ? actor.team_ids : [];
  return {
    ...(may('conversations:read_assigned') && { assigned: byStatus((row) => row.assigned) }),
    ...(may('conversations:read_unassigned') && { unassigned: byStatus((row) => row.unassigned) }),
    ...(may('conversations:read_all') && { all: byStatus((row) => row.all) }),
    teams: Object.fromEntries(teams.map((id) => [id, byStatus((row) => (row.team_id === id ? row.all : 0))])),
  };
}
