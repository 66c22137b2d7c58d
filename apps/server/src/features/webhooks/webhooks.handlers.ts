import type { webhookRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listEvents } from './list-events.ts';
import { getDelivery, listLog } from './read-deliveries.ts';
import { getWebhook, listWebhooks } from './read-webhooks.ts';
import { replayOne, replayRange } from './replay.ts';
import { createWebhook, removeWebhook, rotateSecret, toggleWebhook, updateWebhook } from './save-webhook.ts';
import { testWebhook } from './test-webhook.ts';

/** Every route of webhooks and what answers it. */
export function createWebhookHandlers(deps: Deps): Handlers<typeof webhookRoutes> {
  const { db, work, clock } = deps;
  return {
    'webhooks.list': () => listWebhooks(db, clock.now()),
    'webhooks.get': ({ params }) => getWebhook(db, params.id, clock.now()),
    'webhooks.create': ({ actor, body }) => work(actor, (uow) => createWebhook(uow, deps, body)),
    'webhooks.update': ({ actor, params, body }) => work(actor, (uow) => updateWebhook(uow, params.id, body)),
    'webhooks.remove': ({ actor, params }) => work(actor, (uow) => removeWebhook(uow, params.id)),
    'webhooks.toggle': ({ actor, params, body }) => work(actor, (uow) => toggleWebhook(uow, params.id, body)),
    'webhooks.rotate_secret': ({ actor, params, body }) =>
      work(actor, (uow) => rotateSecret(uow, deps, params.id, body)),
    'webhooks.test': ({ actor, params }) => testWebhook(deps, actor, params.id),
    'webhooks.deliveries': ({ params, query }) => listLog(db, params.id, query),
    'webhooks.delivery': ({ params }) => getDelivery(db, params.id, params.delivery_id),
    'webhooks.replay': ({ actor, params }) => work(actor, (uow) => replayOne(uow, params.id, params.delivery_id)),
    'webhooks.replay_range': ({ actor, params, body }) => work(actor, (uow) => replayRange(uow, params.id, body)),
    'events.list': ({ query }) => listEvents(deps, query),
  };
}
