import type { AutomationEvent } from '@bellhop/contract';

/** Domain events that rules wait for; what opens a conversation is its first message. */
export type RaisingKind =
  | 'conversation.created'
  | 'conversation.user_assigned'
  | 'conversation.team_assigned'
  | 'conversation.status_changed'
  | 'conversation.priority_changed'
  | 'message.received'
  | 'message.delivered';

/** What rules call them (wire B 12.1); null begins the rules for new conversations. */
export const ruleEvents: Record<RaisingKind, AutomationEvent | null> = {
  'conversation.created': null,
  'conversation.user_assigned': 'conversation.user.assigned',
  'conversation.team_assigned': 'conversation.team.assigned',
  'conversation.status_changed': 'conversation.status.change',
  'conversation.priority_changed': 'conversation.priority.change',
  'message.received': 'conversation.message.incoming',
  'message.delivered': 'conversation.message.outgoing',
};
