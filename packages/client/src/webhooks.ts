import type { WebhookBody } from './api.gen.ts';

export type ReceivedWebhook = WebhookBody;

/** Why a request is not taken for one of the desk's. Answer it with 400. */
export class WebhookError extends Error {
  override name = 'WebhookError';
}

export interface WebhookRequest {
  /** The body exactly as it came, before anything read it as JSON. */
  body: string;
  /** Of the request: a `Headers`, or Node's object with names in lower case. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The webhook's secret. During a change of secrets, both. */
  secret: string | readonly string[];
  /** A request that is older, or from further in the future, is refused: it may be one that somebody recorded. Seconds; default 300. */
  tolerance?: number;
  /** In place of the clock, in milliseconds. */
  now?: number;
}

/**
 * Checks that a request comes from the desk and answers what happened. The comparison takes as long for a wrong signature as for a
 * right one. Throws WebhookError.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<ReceivedWebhook> {
  const { body, headers, tolerance = 300, now = Date.now() } = request;
  const timestamp = headerOf(headers, 'bellhop-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('The timestamp is missing');
  if (Math.abs(now / 1000 - Number(timestamp)) > tolerance) throw new WebhookError('The request is too old');
  const signatures = headerOf(headers, 'bellhop-signature')
    .split(',')
    .flatMap((one) => bytesOf(/^\s*v1=([0-9a-f]{64})\s*$/.exec(one)?.[1]));
  const signed = new TextEncoder().encode(`${timestamp}.${body}`);
  let isRight = false;
  for (const secret of [request.secret].flat()) {
    const key = await importKey(secret);
    for (const signature of signatures) {
      // The platform's own comparison, which does not stop at the first difference; nor does this loop.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) isRight = true;
    }
  }
  if (!isRight) throw new WebhookError('The signature does not match');
  return JSON.parse(body) as ReceivedWebhook;
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return [value ?? ''].flat().join(',');
}

function bytesOf(hex: string | undefined): Uint8Array<ArrayBuffer>[] {
  if (hex === undefined) return [];
  return [Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))];
}
