import { type WebhookDeliveriesQuery, type WebhookDelivery, WebhookDeliveryDetail } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { type DeliveryRow, findDelivery, listDeliveries } from './deliveries.queries.ts';
import { eventId } from './event-id.ts';
import { outgoingBody } from './outgoing-body.ts';
import { findWebhook } from './webhooks.queries.ts';

/** A page of a webhook's deliveries, newest first. Throws webhook.not_found. */
export async function listLog(
  db: Reader,
  id: number,
  { state, event, cursor, limit }: WebhookDeliveriesQuery,
): Promise<{ results: WebhookDelivery[]; next_cursor: number | null }> {
  if (!(await findWebhook(db, id))) throw new AppError('webhook.not_found');
  const rows = await listDeliveries(db, id, {
    state: state ?? null,
    event: event ?? null,
    before: cursor ?? null,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  return { results: shown.map(deliveryView), next_cursor: rows.length > limit ? shown.at(-1)!.id : null };
}

/** One delivery with what was sent and answered. Throws webhook.not_found, webhook.delivery_not_found. */
export async function getDelivery(db: Reader, id: number, deliveryId: number): Promise<WebhookDeliveryDetail> {
  const [webhook, row] = await Promise.all([findWebhook(db, id), findDelivery(db, id, deliveryId)]);
  if (!webhook) throw new AppError('webhook.not_found');
  if (!row) throw new AppError('webhook.delivery_not_found');
  const { request_headers, response_body, response_is_cut, tries, body, ...rest } = row;
  const request = cut(outgoingBody({ ...rest, body }, rest));
  return WebhookDeliveryDetail.parse({
    ...deliveryView(rest as DeliveryRow),
    url: webhook.url,
    request_headers: request_headers ?? {},
    request_body: request.text,
    request_is_cut: request.is_cut,
    response_body,
    response_is_cut,
    tries,
  });
}

/** So much of what was sent is shown. */
const longestShown = 64 * 1024;

function cut(text: string): { text: string; is_cut: boolean } {
  if (text.length <= longestShown) return { text, is_cut: false };
  return { text: text.slice(0, longestShown).toWellFormed(), is_cut: true };
}

function deliveryView(row: DeliveryRow): WebhookDelivery {
  return { ...wireTimes(row), event_id: eventId(row.seq, row.occurred_at) };
}
