import type { MailboxAlertKind, Mention, StatusCategory } from '@bellhop/contract';

/** THE list of domain events: past tense, dotted, with what subscribers need. Ids are row ids, not uuids. */
export interface DomainEvents {
  'conversation.created': { conversation_id: number; initiator: 'contact' | 'agent' };
  'conversation.user_assigned': { conversation_id: number; from: number | null; to: number | null };
  'conversation.team_assigned': { conversation_id: number; from: number | null; to: number | null };
  'conversation.status_changed': {
    conversation_id: number;
    from: number;
    to: number;
    from_category: StatusCategory;
    to_category: StatusCategory;
  };
  'conversation.priority_changed': { conversation_id: number; from: number | null; to: number | null };
  'conversation.tags_changed': { conversation_id: number; added: string[]; removed: string[] };
  'conversation.attributes_changed': { conversation_id: number; keys: string[]; of: 'conversation' | 'contact' };
  /** Its snooze has ended by itself. */
  'conversation.woken': { conversation_id: number };
  /** The actor has looked at it. */
  'conversation.seen': { conversation_id: number };
  /** A rule's action `notify`. */
  'automation.notified': { conversation_id: number; user_ids: number[]; subject: string; message: string };
  /** `is_promised`: whether an SLA policy held for the conversation; absent where nobody has looked. */
  'message.received': {
    conversation_id: number;
    message_id: number;
    is_auto_reply: boolean;
    opened: boolean;
    is_promised?: boolean;
  };
  'message.queued': { conversation_id: number; message_id: number };
  'message.undone': { conversation_id: number; message_id: number };
  'message.delivered': { conversation_id: number; message_id: number };
  'message.failed': { conversation_id: number; message_id: number };
  'message.noted': { conversation_id: number; message_id: number; mentions: Mention[] };
  /** A customer has said how the help was, or has changed the answer: `former` is the rating until then. */
  'csat.answered': {
    conversation_id: number;
    survey_id: number;
    rating: number;
    former: number | null;
    /** '' for none. */
    feedback: string;
  };
  'contact.created': { contact_id: number };
  /** `fields` are the members of the contact that changed, `custom_attributes.<key>` for its attributes. */
  'contact.updated': { contact_id: number; fields: string[] };
  'contact.blocked': { contact_id: number };
  'contact.unblocked': { contact_id: number };
  'agent.availability_changed': { user_id: number; from: string; to: string };
  /** An agent was disabled or deleted: whatever waits for them has to go elsewhere. */
  'agent.left': { user_id: number; reason: 'disabled' | 'deleted' };
  'team.changed': { team_id: number };
  /** Its row may still be there while its conversations are freed. */
  'team.deleted': { team_id: number };
  'agent.logged_in': { user_id: number };
  'agent.logged_out': { user_id: number };
  'inbox.changed': { inbox_id: number };
  'business_hours.deleted': { business_hours_id: number };
  'sla_policy.deleted': { sla_policy_id: number };
  /** A deadline comes near, or is missed: these agents are to be told. Who they are was found out a moment ago. */
  'sla.alerted': {
    conversation_id: number;
    alert: 'warning' | 'breach';
    metric: 'first_response' | 'next_response' | 'resolution';
    deadline_at: string;
    user_ids: number[];
  };
  /** A mailbox stopped or fell silent; told once for each incident. */
  'inbox.in_trouble': { inbox_id: number; alert: MailboxAlertKind };
  'inbox.recovered': { inbox_id: number; alert: MailboxAlertKind };
  /** Its deliveries had failed for a whole day. */
  'webhook.switched_off': { webhook_id: number };
}

export type DomainEventKind = keyof DomainEvents;
export type DomainEvent = { [K in DomainEventKind]: { kind: K } & DomainEvents[K] }[DomainEventKind];
