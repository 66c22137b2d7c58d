import type { Webhook } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { findWebhook, loadWebhooks, type WebhookFacts } from './webhooks.queries.ts';

/** All webhooks by name, without secrets. */
export async function listWebhooks(db: Reader, now: Date): Promise<Webhook[]> {
  return (await loadWebhooks(db)).map((row) => webhookView(row, now));
}

/** One webhook, without its secret. Throws webhook.not_found. */
export async function getWebhook(db: Reader, id: number, now: Date): Promise<Webhook> {
  const row = await findWebhook(db, id);
  if (!row) throw new AppError('webhook.not_found');
  return webhookView(row, now);
}

function webhookView({ secret: _present, old_secret: _former, ...row }: WebhookFacts, now: Date): Webhook {
  const { old_secret_until } = row;
  const isOldOver = old_secret_until !== null && old_secret_until <= now;
  return wireTimes({ ...row, old_secret_until: isOldOver ? null : old_secret_until });
}
