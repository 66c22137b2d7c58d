import type { WebhookEvent } from '@bellhop/contract';
import type { DomainEvent, DomainEventKind } from '../../core/domain-events.ts';

/** What of a domain event is told outside: its name there, what changed, and the rows that it is about. */
export interface PublicEvent {
  event: WebhookEvent;
  changes: Record<string, unknown>;
  conversation_id: number | null;
  message_id: number | null;
  contact_id: number | null;
}

type Kind<K extends DomainEventKind> = Extract<DomainEvent, { kind: K }>;
type Public = { [K in DomainEventKind]?: (event: Kind<K>) => PublicEvent | null };

/** Domain event to what is told of it; what is not here stays inside. */
const told: Public = {
  'conversation.created': (event) => ofConversation('conversation.created', event, {}),
  'conversation.status_changed': (event) =>
    ofConversation('conversation.status_changed', event, {
      status_id: fromTo(event),
      status_category: { from: event.from_category, to: event.to_category },
    }),
  'conversation.user_assigned': (event) =>
    ofConversation('conversation.assignee_changed', event, { assigned_user_id: fromTo(event) }),
  'conversation.team_assigned': (event) =>
    ofConversation('conversation.team_changed', event, { assigned_team_id: fromTo(event) }),
  'conversation.priority_changed': (event) =>
    ofConversation('conversation.priority_changed', event, { priority_id: fromTo(event) }),
  'conversation.tags_changed': (event) =>
    ofConversation('conversation.tags_changed', event, { tags: { added: event.added, removed: event.removed } }),
  // A contact's are told as a change of the contact, which is an event of its own.
  'conversation.attributes_changed': (event) =>
    event.of === 'contact'
      ? null
      : ofConversation('conversation.attributes_changed', event, { custom_attributes: event.keys }),
  'message.received': (event) => ofMessage('message.received', event),
  'message.delivered': (event) => ofMessage('message.sent', event),
  'message.failed': (event) => ofMessage('message.failed', event),
  'message.noted': (event) => ofMessage('message.note_added', event),
  'csat.answered': (event) =>
    ofConversation('conversation.rated', event, {
      rating: { from: event.former, to: event.rating },
      feedback: event.feedback,
    }),
  'contact.created': (event) => ofContact('contact.created', event, {}),
  'contact.updated': (event) => ofContact('contact.updated', event, { fields: event.fields }),
  'contact.blocked': (event) => ofContact('contact.blocked', event, { enabled: { from: true, to: false } }),
  'contact.unblocked': (event) => ofContact('contact.unblocked', event, { enabled: { from: false, to: true } }),
};

/** Kinds of the change log of which something is told. */
export const toldKinds = Object.keys(told) as DomainEventKind[];

/** What is told of an event; null when nothing is. */
export function publicEvent(event: DomainEvent): PublicEvent | null {
  const tell = told[event.kind] as ((event: DomainEvent) => PublicEvent | null) | undefined;
  return tell?.(event) ?? null;
}

function ofConversation(
  event: WebhookEvent,
  { conversation_id }: { conversation_id: number },
  changes: Record<string, unknown>,
): PublicEvent {
  return { event, changes, conversation_id, message_id: null, contact_id: null };
}

function ofMessage(event: WebhookEvent, ids: { conversation_id: number; message_id: number }): PublicEvent {
  const { conversation_id, message_id } = ids;
  return { event, changes: {}, conversation_id, message_id, contact_id: null };
}

function ofContact(
  event: WebhookEvent,
  { contact_id }: { contact_id: number },
  changes: Record<string, unknown>,
): PublicEvent {
  return { event, changes, conversation_id: null, message_id: null, contact_id };
}

function fromTo<T>({ from, to }: { from: T; to: T }): { from: T; to: T } {
  return { from, to };
}
