import type { LookupFunction } from 'node:net';
import webpush from 'web-push';
import type { Deps } from '../../core/deps.ts';
import { sha256 } from '../../lib/crypto.ts';
import { outboundFetch } from '../../lib/outbound.ts';
import { storable } from '../../lib/storable.ts';
import { loadSettings } from '../settings/index.ts';
import type { ClaimedPush } from './queue.queries.ts';
import { vapidKeys } from './vapid-keys.ts';

/** What tests change of the way to a push service. */
export interface Way {
  /** The whole call, answer included, may take so long. */
  limit_ms?: number;
  lookup?: LookupFunction;
}

/**
 * What came of one call: the service has taken it, no longer knows the browser, may take it later (not before `retry_at`, when it said so), or
 * refuses it for good.
 */
export type Outcome =
  | { kind: 'taken' }
  | { kind: 'gone'; error: string }
  | { kind: 'later'; error: string; retry_at: Date | null }
  | { kind: 'refused'; error: string };

const limitMs = 10_000;
const mostBytes = 4 * 1024;

type Sent = Pick<ClaimedPush, 'endpoint' | 'p256dh' | 'auth' | 'payload' | 'tag' | 'expires_at'>;

/** Hands a payload, encrypted for its browser and signed by the desk, to the browser's push service; never throws for what that does. */
export async function postPush(
  deps: Pick<Deps, 'db' | 'work' | 'system' | 'sealer' | 'clock' | 'log'>,
  push: Sent,
  way: Way = {},
): Promise<Outcome> {
  const { 'app.allow_private_addresses': allow_private } = await loadSettings(deps.db);
  const limit = way.limit_ms ?? limitMs;
  const signal = AbortSignal.timeout(limit);
  try {
    const { headers, body } = await encrypted(deps, push);
    const answer = await outboundFetch(
      push.endpoint,
      { allow_private, most_bytes: mostBytes, cut: true, ...(way.lookup && { lookup: way.lookup }) },
      { method: 'POST', headers, body, signal },
    );
    return judge(answer, deps.clock.now());
  } catch (error) {
    const reason = signal.aborted ? `no whole answer within ${limit / 1000} seconds` : (error as Error).message;
    const isPrivate = (error as { kind?: string }).kind === 'private_address';
    const said = storable(reason.slice(0, 500));
    return isPrivate ? { kind: 'refused', error: said } : { kind: 'later', error: said, retry_at: null };
  }
}

async function encrypted(deps: Parameters<typeof postPush>[0], push: Sent) {
  const { public_key: publicKey, private_key: privateKey } = await vapidKeys(deps);
  const { 'app.root_url': root } = await loadSettings(deps.db);
  const { endpoint, p256dh, auth } = push;
  const request = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, push.payload, {
    vapidDetails: { subject: contactOf(root), publicKey, privateKey },
    TTL: Math.max(1, Math.round((push.expires_at.getTime() - deps.clock.now().getTime()) / 1000)),
    urgency: 'normal',
    // Names 32 characters at most, and tells the service nothing.
    topic: sha256(push.tag).toString('base64url').slice(0, 32),
  });
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { headers, body: request.body };
}

/** Whom a push service turns to: the desk's address, which must be https, or a mail address at its host. */
function contactOf(root: string): string {
  const { protocol, hostname } = new URL(root);
  return protocol === 'https:' ? root : `mailto:bellhop@${hostname}`;
}

function judge(answer: Response, now: Date): Outcome {
  const { status } = answer;
  if (answer.ok) return { kind: 'taken' };
  const error = `the push service answers with status ${status}`;
  if (status === 404 || status === 410) return { kind: 'gone', error };
  if (status === 429 || status >= 500) return { kind: 'later', error, retry_at: retryAt(answer, now) };
  return { kind: 'refused', error };
}

/** `Retry-After`, in seconds or as a date; null when there is none that can be read. */
function retryAt(answer: Response, now: Date): Date | null {
  const text = answer.headers.get('retry-after')?.trim() ?? '';
  const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}
