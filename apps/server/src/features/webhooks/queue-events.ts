import type { Actor } from '../../core/actor.ts';
import type { Outbox } from '../../core/unit-of-work.ts';
import { type PublicEvent, publicEvent } from './public-events.ts';
import { inboxesOf, insertEvents, type ListeningWebhook, listListening } from './queue.queries.ts';
import { renderEvents } from './render-events.ts';

/**
 * Writes what webhooks are told of the events of a unit of work: the state at its end, once for all webhooks, and a delivery for each that
 * listens. Costs one small query while none does (decision 0016).
 */
export function queueEvents(system: Actor): Outbox {
  return async (uow, events) => {
    const told = events.map((event) => publicEvent(event));
    if (told.every((event) => event === null)) return null;
    const webhooks = await listListening(uow.db);
    if (webhooks.length === 0) return null;
    const conversationIds = told.flatMap((event) => event?.conversation_id ?? []);
    const needsInbox = webhooks.some(({ inbox_ids }) => inbox_ids.length > 0) && conversationIds.length > 0;
    const inboxes = needsInbox ? await inboxesOf(uow.db, conversationIds) : new Map<number, number>();
    const wanted = told.flatMap((event, index) => {
      const listeners = event ? webhooks.filter((webhook) => listens(webhook, event, inboxes)) : [];
      return event && listeners.length > 0 ? [{ event, index, webhook_ids: listeners.map(({ id }) => id) }] : [];
    });
    if (wanted.length === 0) return null;
    const data = await renderEvents(
      uow.db,
      system,
      wanted.map(({ event }) => event),
    );
    const { id, first_name, last_name } = uow.actor;
    const rows = wanted.map(({ event, index, webhook_ids }, place) => ({
      index,
      webhook_ids,
      event: event.event,
      conversation_id: event.conversation_id,
      order_key: orderKey(event),
      body: JSON.stringify({ actor: { id, first_name, last_name }, changes: event.changes, data: data[place] }),
    }));
    uow.wake('bellhop_webhooks');
    return (seqs) =>
      insertEvents(
        uow.db,
        rows.map(({ index, ...row }) => ({ ...row, seq: seqs[index]! })),
        uow.now,
      );
  };
}

function listens(
  { events, inbox_ids }: ListeningWebhook,
  { event, conversation_id }: PublicEvent,
  inboxes: ReadonlyMap<number, number>,
): boolean {
  if (!events.includes(event)) return false;
  // Contacts belong to no inbox.
  if (inbox_ids.length === 0 || conversation_id === null) return true;
  const inbox = inboxes.get(conversation_id);
  return inbox !== undefined && inbox_ids.includes(inbox);
}

/** Events of one key reach a receiver in their order. */
function orderKey({ conversation_id, contact_id }: PublicEvent): string {
  return conversation_id === null ? `contact ${contact_id}` : `conversation ${conversation_id}`;
}
