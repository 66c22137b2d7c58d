export type * from './api.gen.ts';
export { type BellhopClient, type ClientOptions, createClient } from './client.ts';
export { BellhopError } from './error.ts';
export { type Paged, type PagedCall, paginate } from './paginate.ts';
export { type ReceivedWebhook, verifyWebhook, WebhookError } from './webhooks.ts';
