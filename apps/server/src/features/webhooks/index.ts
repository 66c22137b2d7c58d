export { queueEvents } from './queue-events.ts';
export { startDeliveries } from './start-deliveries.ts';
export { tidyWebhooks } from './tidy-webhooks.ts';
export { createWebhookHandlers } from './webhooks.handlers.ts';
