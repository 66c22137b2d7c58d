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
  forgetReceiver,
  notifyAssigned,
  notifyByRule,
  notifyCreated,
  notifyMailboxTrouble,
  notifyNoted,
  notifyReceived,
  notifySlaAlert,
  notifyTeamAssigned,
  notifyWebhookOff,
  notifyWoken,
  readByActing,
  readMailboxTrouble,
  readSeen,
  releaseOnReturn,
} from '../features/notifications/index.ts';
import { recordTurn } from '../features/reports/index.ts';
import { forgetBusinessHours, forgetSlaPolicy } from '../features/settings/index.ts';
import { applyDefaultAtStart, followMessage, followReply, followStatus, followTeam } from '../features/sla/index.ts';

/** Domain event to who reacts inside its transaction. The change log records every event by itself. */
export const subscribers: Subscribers = {
  'conversation.created': [applyDefaultAtStart, notifyCreated],
  'message.received': [followMessage, queueRules, notifyReceived],
  'message.delivered': [followReply, queueRules],
  'message.noted': [readByActing, notifyNoted],
  'message.queued': [readByActing],
  'team.deleted': [
    (uow, { team_id }) => removeMacrosOfTeam(uow, team_id),
    async (uow, { team_id }) => void (await releaseFromTeam(uow, team_id)),
  ],
  'conversation.woken': [notifyWoken],
  'conversation.seen': [readSeen],
  'conversation.user_assigned': [queueRules, notifyAssigned, offerTaken],
  'conversation.team_assigned': [queueRules, readByActing, followTeam, offerOfTeam, notifyTeamAssigned],
  'conversation.status_changed': [queueRules, readByActing, followStatus, planOnResolve, offerChanged, recordTurn],
  'conversation.priority_changed': [queueRules, readByActing],
  'conversation.tags_changed': [readByActing],
  'sla.alerted': [notifySlaAlert],
  'automation.notified': [notifyByRule],
  'business_hours.deleted': [forgetBusinessHours],
  'sla_policy.deleted': [forgetSlaPolicy],
  'agent.availability_changed': [offerToComer, releaseOnReturn],
  'team.changed': [offerByTeam],
  'agent.left': [forgetTurns, forgetReceiver],
  'inbox.in_trouble': [notifyMailboxTrouble],
  'inbox.recovered': [readMailboxTrouble],
  'webhook.switched_off': [notifyWebhookOff],
};
