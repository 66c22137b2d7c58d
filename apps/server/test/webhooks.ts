import { createHmac } from 'node:crypto';
import type { WebhookInput, WebhookWithSecret } from '@bellhop/contract';
import { expect } from 'vitest';
import { renewSettings } from '../src/features/settings/index.ts';
import type { ApiClient } from './api-client.ts';
import type { ReceivedCall } from './fakes/hook-receiver.ts';
import type { Harness } from './harness.ts';

let made = 0;

/** Adds a webhook for everything but notes, unless told otherwise. */
export async function addWebhook(
  admin: ApiClient,
  input: Partial<Omit<WebhookInput, 'url'>> & { url: string },
): Promise<WebhookWithSecret> {
  const answer = await admin.call('webhooks.create', {
    body: { name: `Hook ${++made}`, events: ['conversation.created', 'message.received'], ...input },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.data;
}

/** Lets webhooks reach this machine, or not. */
export async function allowPrivate(desk: Harness, isAllowed: boolean): Promise<void> {
  await desk.pool.query(
    `insert into settings (key, value) values ('app.allow_private_addresses', $1)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(isAllowed)],
  );
  await renewSettings(desk.app.deps.db);
}

/** What docs/webhooks.md tells receivers to do, written anew: whether a call is signed with a secret. */
export function isSignedWith(call: ReceivedCall, secret: string): boolean {
  const timestamp = String(call.headers['bellhop-timestamp']);
  const expected = createHmac('sha256', secret).update(`${timestamp}.${call.text}`).digest('hex');
  return String(call.headers['bellhop-signature'])
    .split(',')
    .map((part) => part.trim().split('='))
    .some(([version, hex]) => version === 'v1' && hex === expected);
}
