import type { ConversationCounts, ConversationListItem } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { findCurrentAgent } from '../../lib/session.ts';
import { conversationQueries } from './conversations.api.ts';
import { belongs } from './list-rows.ts';
import type { ListScope } from './paths.ts';

/** A change of one's own that is on screen and not yet confirmed: whose rows, and what they were. */
export interface OwnChange {
  before: ConversationListItem;
  after: ConversationListItem;
}

/** How many conversations of a status a list holds; undefined when the caller may not open it, or it is a view. */
export function countOf(counts: ConversationCounts, scope: ListScope, status: string): number | undefined {
  if (scope.kind === 'view') return undefined;
  const byStatus = scope.kind === 'team' ? counts.teams[String(scope.team_id)] : counts[scope.kind];
  return byStatus?.[status];
}

/** The sidebar's counts follow what is known of a change; the server's own come a little later. */
export function shiftCounts(client: QueryClient, changes: readonly OwnChange[]): void {
  const { queryKey } = conversationQueries.counts();
  const moved = changes.filter(
    ({ before, after }) =>
      before.status !== after.status ||
      before.assigned_user_id !== after.assigned_user_id ||
      before.assigned_team_id !== after.assigned_team_id,
  );
  const counts = client.getQueryData(queryKey);
  if (!counts || moved.length === 0) return;
  const me = findCurrentAgent()?.id ?? 0;
  const shifted = structuredClone(counts);
  for (const { before, after } of moved) {
    for (const [byStatus, scope] of countedLists(shifted)) {
      for (const [row, by] of [
        [before, -1],
        [after, 1],
      ] as const) {
        if (!belongs(row, { scope, status: null, sort: 'newest' }, me)) continue;
        byStatus[row.status] = Math.max(0, (byStatus[row.status] ?? 0) + by);
      }
    }
  }
  client.setQueryData(queryKey, shifted, { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 });
}

function countedLists(counts: ConversationCounts): [Record<string, number>, ListScope][] {
  const own = (['assigned', 'unassigned', 'all'] as const).flatMap((kind): [Record<string, number>, ListScope][] => {
    const byStatus = counts[kind];
    return byStatus ? [[byStatus, { kind }]] : [];
  });
  const teams = Object.entries(counts.teams).map(([id, byStatus]): [Record<string, number>, ListScope] => [
    byStatus,
    { kind: 'team', team_id: Number(id) },
  ]);
  return [...own, ...teams];
}
