import {
  defaultWebhookEvents,
  type EventsQuery,
  type OutgoingEvent,
  type RouteResult,
  type Routes,
} from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { DomainEvent } from '../../core/domain-events.ts';
import { eventId } from './event-id.ts';
import { domainEventsBetween, keptNumbers } from './log.queries.ts';
import { type PublicEvent, publicEvent, toldKinds } from './public-events.ts';
import { renderEvents } from './render-events.ts';

/** At most so many entries of the log are looked at for one page: whoever asks for seldom events gets an early, shorter page. */
const mostRead = 1000;

/**
 * What happened after a number, as webhooks are told it, with everything as it stands now. Throws events.gone when something after the number is no
 * longer kept, and input.invalid for a number that the log has not reached.
 */
export async function listEvents(
  { db, system }: Pick<Deps, 'db' | 'system'>,
  query: EventsQuery,
): Promise<RouteResult<Routes['events.list']>> {
  const { first, last } = await keptNumbers(db);
  const after = query.after ?? first - 1;
  if (after > last) {
    const reason = `the last number is ${last}`;
    throw new AppError('input.invalid', { params: { field: 'after', reason }, data: { after: reason } });
  }
  if (after < first - 1) throw new AppError('events.gone', { params: { after, first }, data: { first_seq: first } });
  const wanted = new Set<string>(query.events ?? defaultWebhookEvents);
  const entries = await domainEventsBetween(db, { after, last, kinds: toldKinds, limit: mostRead });
  const told = entries.flatMap((entry) => {
    const event = publicEvent({ kind: entry.kind, ...(entry.payload as object) } as DomainEvent);
    return event && wanted.has(event.event) ? [{ ...entry, event }] : [];
  });
  const shown = told.slice(0, query.limit);
  const isCut = told.length > shown.length;
  const readTo = entries.length < mostRead ? last : entries.at(-1)!.seq;
  const data = await renderEvents(
    db,
    system,
    shown.map(({ event }) => event),
  );
  return {
    results: shown.map((entry, index) => outgoingEvent(entry, data[index]!)),
    next_after: isCut ? shown.at(-1)!.seq : readTo,
    has_more: isCut || readTo < last,
  };
}

type Entry = Awaited<ReturnType<typeof domainEventsBetween>>[number] & { event: PublicEvent };

function outgoingEvent(entry: Entry, data: OutgoingEvent['data']): OutgoingEvent {
  const { seq, created_at, event, actor_id, actor_first_name, actor_last_name } = entry;
  return {
    event_id: eventId(seq, created_at),
    event: event.event,
    occurred_at: created_at.toISOString(),
    seq,
    actor:
      actor_id === null ? null : { id: actor_id, first_name: actor_first_name ?? '', last_name: actor_last_name ?? '' },
    changes: event.changes,
    data,
  };
}
