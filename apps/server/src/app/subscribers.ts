import type { Subscribers } from '../core/unit-of-work.ts';
import {
  notifyAssigned,
  notifyMailboxTrouble,
  notifyMentioned,
  readAssignment,
  readMailboxTrouble,
  readSeen,
} from '../features/notifications/index.ts';

/** Domain event to who reacts inside its transaction. The change log records every event by itself. */
export const subscribers: Subscribers = {
  'message.noted': [notifyMentioned, readAssignment],
  'message.queued': [readAssignment],
  'conversation.seen': [readSeen],
  'conversation.user_assigned': [notifyAssigned],
  'conversation.team_assigned': [readAssignment],
  'conversation.status_changed': [readAssignment],
  'conversation.priority_changed': [readAssignment],
  'conversation.tags_changed': [readAssignment],
  'inbox.in_trouble': [notifyMailboxTrouble],
  'inbox.recovered': [readMailboxTrouble],
};
