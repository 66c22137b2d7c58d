import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { eventId } from './event-id.ts';
import { outgoingBody } from './outgoing-body.ts';
import { type Attempt, postEvent, type Way } from './post-event.ts';
import { type ClaimedDelivery, putOffFollowers, storeOutcome, wakeNext } from './queue.queries.ts';
import { nextAttempt, switchedOffAfterMs } from './retry-times.ts';
import { switchOff } from './switch-off.ts';
import { lockWebhook, patchWebhook, type WebhookRow } from './webhooks.queries.ts';

/** Makes the attempt of a claimed delivery and writes down how it ended. */
export async function deliver(deps: Deps, delivery: ClaimedDelivery, way: Way): Promise<void> {
  const { event, seq, occurred_at } = delivery;
  const sent = { event, event_id: eventId(seq, occurred_at), body: outgoingBody(delivery, delivery) };
  const attempt = await postEvent(deps, delivery, sent, way);
  deps.meter.count('webhook_attempts_total', { outcome: attempt.error === null ? 'delivered' : 'failed' });
  await deps.work(deps.system, (uow) => settle(uow, delivery, attempt));
}

async function settle(uow: UnitOfWork, delivery: ClaimedDelivery, attempt: Attempt): Promise<void> {
  const webhook = await lockWebhook(uow.db, delivery.webhook_id);
  // Deleted meanwhile, and the delivery with it.
  if (!webhook) return;
  const { state, due_at, isOver } = judge(uow, webhook, delivery, attempt);
  const { id, attempts } = delivery;
  const isStored = await storeOutcome(uow.db, { ...attempt, id, attempts, state, due_at, now: uow.now });
  if (attempt.error === null) {
    await patchWebhook(uow.db, webhook.id, { failing_since: null, last_success_at: attempt.at, last_error: null });
  } else {
    // As its deliveries count, so that what gives one up after a day finds that the webhook has failed for a day.
    const failing_since = webhook.failing_since ?? delivery.last_attempt_at;
    await patchWebhook(uow.db, webhook.id, { failing_since, last_failure_at: attempt.at, last_error: attempt.error });
  }
  if (isOver) await switchOff(uow, webhook, attempt.error!);
  if (!isStored) return;
  if (due_at) await putOffFollowers(uow.db, delivery, due_at);
  else await wakeNext(uow.db, delivery, uow.now);
}

/** What becomes of the delivery, and whether the webhook has failed for a whole day. */
function judge(uow: UnitOfWork, webhook: WebhookRow, delivery: ClaimedDelivery, { error }: Attempt) {
  if (error === null) return { state: 'delivered', due_at: null, isOver: false } as const;
  if (!webhook.enabled) return { state: 'cancelled', due_at: null, isOver: false } as const;
  const { failing_since } = webhook;
  if (failing_since !== null && uow.now.getTime() - failing_since.getTime() >= switchedOffAfterMs) {
    return { state: 'failed', due_at: null, isOver: true } as const;
  }
  const due_at = nextAttempt(delivery.attempts, { now: uow.now, first: delivery.first_attempt_at });
  return { state: due_at ? 'waiting' : 'failed', due_at, isOver: false } as const;
}
