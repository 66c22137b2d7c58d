import { mostReplayed, type WebhookReplayRange } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { findDelivery, finishedBetween, insertReplays } from './deliveries.queries.ts';
import { lockWebhook } from './webhooks.queries.ts';

/** Sends the event of one delivery once more. Throws webhook.not_found, .is_off, .delivery_not_found, .delivery_waits. */
export async function replayOne(uow: UnitOfWork, id: number, deliveryId: number): Promise<{ queued: number }> {
  await demandOn(uow, id);
  const delivery = await findDelivery(uow.db, id, deliveryId);
  if (!delivery) throw new AppError('webhook.delivery_not_found');
  if (delivery.finished_at === null) throw new AppError('webhook.delivery_waits');
  await insertReplays(uow.db, id, { seqs: [delivery.seq], now: uow.now });
  uow.wake('bellhop_webhooks');
  return { queued: 1 };
}

/** Sends the events of a span of time once more, oldest first; `more`: there were too many for one call. Throws webhook.not_found, .is_off. */
export async function replayRange(
  uow: UnitOfWork,
  id: number,
  { from, to, states }: WebhookReplayRange,
): Promise<{ queued: number; more: boolean }> {
  await demandOn(uow, id);
  const span = { from: new Date(from), to: new Date(to), states, limit: mostReplayed + 1 };
  const found = await finishedBetween(uow.db, id, span);
  const seqs = found.slice(0, mostReplayed);
  await insertReplays(uow.db, id, { seqs, now: uow.now });
  uow.wake('bellhop_webhooks');
  return { queued: seqs.length, more: found.length > seqs.length };
}

/** The lock keeps it from being switched off meanwhile. */
async function demandOn(uow: UnitOfWork, id: number): Promise<void> {
  const webhook = await lockWebhook(uow.db, id);
  if (!webhook) throw new AppError('webhook.not_found');
  if (!webhook.enabled) throw new AppError('webhook.is_off');
}
