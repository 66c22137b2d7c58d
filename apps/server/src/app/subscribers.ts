import type { Subscribers } from '../core/unit-of-work.ts';
import {
  forgetTurns,
  offerByTeam,
  offerChanged,
  offerOfTeam,
  offerTaken,
  offerToComer,
} from '../features/assignment/index.ts';
import { queueRules } from '../features/automations/index.ts';
import { releaseFromTeam } from '../features/conversations/index.ts';
import { planOnResolve } from '../features/csat/index.ts';
import { removeMacrosOfTeam } from '../features/macros/index.ts';
import {
  notifyAssigned,
  notifyMailboxTrouble,
  notifyMentioned,
  notifyWebhookOff,
  readAssignment,
  readMailboxTrouble,
  readSeen,
} from '../features/notifications/index.ts';
import { forgetBusinessHours, forgetSlaPolicy } from '../features/settings/index.ts';
import { applyDefaultAtStart, followMessage, followReply, followStatus, followTeam } from '../features/sla/index.ts';

/** Domain event to who reacts inside its transaction. The change log records every event by itself. */
export const subscribers: Subscribers = {
  'message.noted': [notifyMentioned, readAssignment],
  'conversation.created': [applyDefaultAtStart],
  'message.received': [followMessage, queueRules],
  'message.delivered': [followReply, queueRules],
  'message.queued': [readAssignment],
  'team.deleted': [
    (uow, { team_id }) => removeMacrosOfTeam(uow, team_id),
    async (uow, { team_id }) => void (await releaseFromTeam(uow, team_id)),
  ],
  'conversation.seen': [readSeen],
  'conversation.user_assigned': [queueRules, notifyAssigned, offerTaken],
  'conversation.team_assigned': [queueRules, readAssignment, followTeam, offerOfTeam],
  'conversation.status_changed': [queueRules, readAssignment, followStatus, planOnResolve, offerChanged],
  'conversation.priority_changed': [queueRules, readAssignment],
  'conversation.tags_changed': [readAssignment],
  'business_hours.deleted': [forgetBusinessHours],
  'sla_policy.deleted': [forgetSlaPolicy],
  'agent.availability_changed': [offerToComer],
  'team.changed': [offerByTeam],
  'agent.left': [forgetTurns],
  'inbox.in_trouble': [notifyMailboxTrouble],
  'inbox.recovered': [readMailboxTrouble],
  'webhook.switched_off': [notifyWebhookOff],
};
