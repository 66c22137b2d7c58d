import type { Conversation, ConversationListItem } from '@bellhop/contract';
import type { ConversationFacts, OneConversation } from './conversation-facts.queries.ts';
import type { PreviousRow } from './get-conversation.queries.ts';

/** A conversation as lists show it (wire B 1.1). */
export function listItem(row: ConversationFacts): ConversationListItem {
  return {
    id: row.id,
    uuid: row.uuid,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    contact_id: row.contact_id,
    inbox_id: row.inbox_id,
    inbox_name: row.inbox_name,
    inbox_mail: row.inbox_mail,
    inbox_channel: 'email',
    reference_number: row.reference_number,
    subject: row.subject,
    status: row.status,
    status_id: row.status_id,
    priority: row.priority,
    priority_id: row.priority_id,
    assigned_user_id: row.assigned_user_id,
    assigned_team_id: row.assigned_team_id,
    assignee_last_seen_at: timeText(row.seen_at),
    waiting_since: timeText(row.waiting_since),
    first_reply_at: timeText(row.first_reply_at),
    last_reply_at: timeText(row.last_reply_at),
    resolved_at: timeText(row.resolved_at),
    closed_at: timeText(row.closed_at),
    snoozed_until: timeText(row.snoozed_until),
    unread_message_count: row.unread_message_count,
    last_message: row.last_message,
    last_message_at: row.last_message_at.toISOString(),
    last_message_sender: row.last_message_sender as 'agent' | 'contact' | null,
    tags: row.tags,
    custom_attributes: row.custom_attributes as Record<string, unknown>,
    sla_policy_id: row.present_sla_policy_id,
    applied_sla_id: row.applied_sla_id,
    next_sla_deadline_at: timeText(row.next_sla_deadline_at),
    first_response_deadline_at: timeText(row.first_response_deadline_at),
    resolution_deadline_at: timeText(row.resolution_deadline_at),
    next_response_deadline_at: timeText(row.next_response_deadline_at),
    next_response_met_at: timeText(row.next_response_met_at),
    contact: contactView(row),
    to: null,
    cc: null,
    bcc: null,
    meta: [],
  };
}

/** The single answer. */
export function conversationView(row: OneConversation, previous: readonly PreviousRow[]): Conversation {
  return {
    ...listItem(row),
    sla_policy_name: row.sla_policy_name,
    previous_conversations: previous.map(previousConversation),
    last_seq: row.last_seq,
    csat: row.csat && { ...row.csat, answered_at: new Date(row.csat.answered_at).toISOString() },
  };
}

/** The contact's shape is that of agents; what only agents have is empty (wire B 1.1). */
function contactView(row: ConversationFacts): ConversationListItem['contact'] {
  return {
    id: row.contact_id,
    created_at: row.contact_created_at.toISOString(),
    updated_at: row.contact_updated_at.toISOString(),
    first_name: row.contact_first_name,
    last_name: row.contact_last_name,
    email: row.contact_email,
    avatar_url: row.contact_avatar_url,
    phone_number: row.contact_phone_number,
    phone_number_calling_code: row.contact_phone_number_calling_code,
    custom_attributes: row.contact_custom_attributes,
    type: 'contact',
    availability_status: row.contact_availability_status,
    enabled: row.contact_enabled,
    last_active_at: null,
    last_login_at: null,
    roles: [],
    permissions: [],
    teams: [],
    meta: null,
  };
}

function previousConversation(row: PreviousRow): Conversation['previous_conversations'][number] {
  return {
    uuid: row.uuid,
    subject: row.subject,
    created_at: row.created_at.toISOString(),
    status: row.status,
    contact: { first_name: row.first_name, last_name: row.last_name, avatar_url: row.avatar_url },
    last_message: row.last_message,
    last_message_at: row.last_message_at.toISOString(),
  };
}

function timeText(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
