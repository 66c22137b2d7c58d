export { createWebhookHandlers } from './webhooks.handlers.ts';
