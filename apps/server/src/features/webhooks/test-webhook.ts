import { randomUUID } from 'node:crypto';
import type { WebhookBody, WebhookTest } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { postEvent, type Way } from './post-event.ts';
import { findWebhook } from './webhooks.queries.ts';

/** So much of the answer is shown. */
const mostShown = 1024;

/** Sends a sample event now, to a webhook that is off too, and answers what came back; nothing is logged or retried. Throws webhook.not_found. */
export async function testWebhook(deps: Deps, actor: Actor, id: number, way: Way = {}): Promise<WebhookTest> {
  const webhook = await findWebhook(deps.db, id);
  if (!webhook) throw new AppError('webhook.not_found');
  const event_id = `evt_test_${randomUUID()}`;
  const sample: WebhookBody = {
    event_id,
    event: 'webhook.test',
    occurred_at: deps.clock.now().toISOString(),
    seq: 0,
    actor: { id: actor.id, first_name: actor.first_name, last_name: actor.last_name },
    changes: {},
    data: {},
    webhook_id: id,
    attempt: 1,
    replay: false,
  };
  const body = JSON.stringify(sample);
  const { status, duration_ms, error, response_body } = await postEvent(
    deps,
    webhook,
    { event: sample.event, event_id, body },
    way,
  );
  return {
    ok: error === null,
    event_id,
    status,
    duration_ms,
    error,
    response_body: response_body?.slice(0, mostShown).toWellFormed() ?? null,
    request_body: body,
  };
}
