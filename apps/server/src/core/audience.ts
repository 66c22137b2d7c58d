import type { Permission } from '@bellhop/contract';
import { type Assignment, canSeeConversation, type Viewer } from '@bellhop/rules';

/** Who may hear a frame. A conversation's assignments before and after the change both count (wire B 14.4). */
export type Audience =
  | { to: 'conversation'; conversation_id: number; assignments: Assignment[]; permission?: Permission }
  | { to: 'agent'; agent_id: number }
  | { to: 'everybody' };

/** Decides for one viewer; the socket hub and the replay both ask here. */
export function mayHear(viewer: Viewer, audience: Audience): boolean {
  switch (audience.to) {
    case 'everybody':
      return true;
    case 'agent':
      return viewer.id === audience.agent_id;
    case 'conversation':
      if (audience.permission && !viewer.permissions.has(audience.permission)) return false;
      return audience.assignments.some((assignment) => canSeeConversation(viewer, assignment));
  }
}
