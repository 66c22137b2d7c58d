import type { Permission } from '@bellhop/contract';

/** Whoever wants to see a conversation. */
export interface Viewer {
  id: number;
  permissions: ReadonlySet<Permission | string>;
  team_ids: readonly number[];
}

/** What of a conversation decides who sees it. */
export interface Assignment {
  assigned_user_id: number | null;
  assigned_team_id: number | null;
}

/**
 * The access rule of behaviour 10.5.2 and wire B 0.6: `conversations:read` and one of read_all, read_assigned (I am the
 * agent), read_team_inbox (my team, no agent), read_unassigned (neither). Its twin in SQL is `access.queries.ts`; a property
 * test holds the two together.
 */
export function canSeeConversation(viewer: Viewer, conversation: Assignment): boolean {
  const may = (permission: Permission) => viewer.permissions.has(permission);
  if (!may('conversations:read')) return false;
  if (may('conversations:read_all')) return true;
  const { assigned_user_id: user, assigned_team_id: team } = conversation;
  if (user !== null) return user === viewer.id && may('conversations:read_assigned');
  if (team !== null) return viewer.team_ids.includes(team) && may('conversations:read_team_inbox');
  return may('conversations:read_unassigned');
}
