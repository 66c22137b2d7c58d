import { eventId } from './event-id.ts';

/** What is stored of an event: its number and instant are members of their own, the rest is JSON text of `actor`, `changes` and `data`. */
export interface StoredEvent {
  seq: number;
  event: string;
  occurred_at: Date;
  body: string;
}

/** The JSON that is sent, made anew for each attempt from what was written when it happened. */
export function outgoingBody(
  { seq, event, occurred_at, body }: StoredEvent,
  delivery: { webhook_id: number; attempts: number; replay: boolean },
): string {
  const head = JSON.stringify({
    event_id: eventId(seq, occurred_at),
    event,
    occurred_at: occurred_at.toISOString(),
    seq,
    webhook_id: delivery.webhook_id,
    attempt: Math.max(delivery.attempts, 1),
    replay: delivery.replay,
  });
  return `${head.slice(0, -1)},${body.slice(1)}`;
}
