import { useCan } from '../../../lib/session.ts';

/** Which parts of a conversation the signed-in agent may change; others are shown, not offered. */
export interface Permissions {
  agent: boolean;
  team: boolean;
  priority: boolean;
  status: boolean;
  tags: boolean;
}

export function usePermissions(): Permissions {
  return {
    agent: useCan('conversations:update_user_assignee'),
    team: useCan('conversations:update_team_assignee'),
    priority: useCan('conversations:update_priority'),
    status: useCan('conversations:update_status'),
    tags: useCan('conversations:update_tags'),
  };
}
