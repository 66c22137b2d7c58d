import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { idParams, nullableTime, ok, time } from './primitives.ts';

/** What a notification of the browser shows; `url` is a path of the desk, and a later one of the same `tag` takes the place of an earlier. */
export const PushPayload = z.object({ title: z.string(), body: z.string(), url: z.string(), tag: z.string() });
export type PushPayload = z.output<typeof PushPayload>;

/** A browser in which an agent is told things while Bellhop is not open. It ends with the session in which it was made. */
export const PushSubscription = z.object({
  id: z.number(),
  created_at: time,
  /** The last time that the browser's push service took something for it. */
  last_used_at: nullableTime,
  /** Whether it is the one of the session that asks. */
  is_current: z.boolean(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  /** What the push service said against the last one, in English; null when it took it. */
  last_error: z.string().nullable(),
});
export type PushSubscription = z.output<typeof PushSubscription>;

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[A-Za-z0-9_-]+=*$/.test(text) && decodedLength(text) === bytes, {
      error: `it must be ${bytes} bytes in base64url`,
    });

function decodedLength(text: string): number {
  return Math.floor((text.replace(/=+$/, '').length * 3) / 4);
}

/** What the browser's `PushSubscription.toJSON()` answers. */
export const PushSubscriptionInput = z.object({
  endpoint: z
    .string()
    .max(2000)
    .refine((text) => ['https:', 'http:'].includes(URL.parse(text)?.protocol ?? '') && !/[\s\p{Cc}]/u.test(text), {
      error: 'it must be an address that begins with https://',
    }),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscriptionInput = z.output<typeof PushSubscriptionInput>;

/** How a test ended: what the push service said, in plain words. */
export const PushTest = z.object({ ok: z.boolean(), detail: z.string() });
export type PushTest = z.output<typeof PushTest>;

const own = { access: 'session', by_key: false } as const;

export const pushRoutes = defineRoutes({
  'push.key': {
    method: 'GET',
    path: '/api/v1/push/key',
    ...own,
    encoding: 'none',
    output: z.object({ public_key: z.string() }),
    summary: 'The key by which push services know this desk (VAPID); browsers want it to subscribe',
  },
  'push.list': {
    method: 'GET',
    path: '/api/v1/push/subscriptions',
    ...own,
    encoding: 'none',
    output: z.array(PushSubscription),
    summary: 'The browsers in which the signed-in agent gets push notifications, newest first',
  },
  'push.subscribe': {
    method: 'POST',
    path: '/api/v1/push/subscriptions',
    ...own,
    encoding: 'json',
    body: PushSubscriptionInput,
    output: PushSubscription,
    summary: 'Takes the browser of this session in, or renews it',
  },
  'push.unsubscribe': {
    method: 'DELETE',
    path: '/api/v1/push/subscriptions/:id',
    ...own,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Sends nothing more to one of the own browsers',
  },
  'push.test': {
    method: 'POST',
    path: '/api/v1/push/subscriptions/:id/test',
    ...own,
    encoding: 'json',
    params: idParams,
    output: PushTest,
    summary: 'Sends a notification to one of the own browsers now and answers what came of it',
  },
});
