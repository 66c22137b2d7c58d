import type { LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Deps } from '../../core/deps.ts';
import { outboundFetch } from '../../lib/outbound.ts';
import { storable } from '../../lib/storable.ts';
import { productVersion } from '../../lib/version.ts';
import { loadSettings } from '../settings/index.ts';
import { signatures } from './sign.ts';
import type { WebhookRow } from './webhooks.queries.ts';

/** What tests change of the way to a receiver. */
export interface Way {
  /** The whole call, answer included, may take so long. */
  limit_ms?: number;
  lookup?: LookupFunction;
}

/** What came of one call. `error` is null exactly when the receiver took the event. */
export interface Attempt {
  at: Date;
  status: number | null;
  duration_ms: number;
  error: string | null;
  request_headers: Record<string, string>;
  response_body: string | null;
  response_is_cut: boolean;
}

type Receiver = Pick<WebhookRow, 'url' | 'secret' | 'old_secret' | 'old_secret_until'>;

const limitMs = 10_000;
/** So much of an answer is read. */
const mostBytes = 16 * 1024;

/** Posts a body to a receiver, signed, and says what came of it; never throws for what the receiver does. */
export async function postEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'sealer'>,
  receiver: Receiver,
  sent: { event: string; event_id: string; body: string },
  way: Way = {},
): Promise<Attempt> {
  const at = deps.clock.now();
  const { 'app.allow_private_addresses': allow_private } = await loadSettings(deps.db);
  const options = { allow_private, most_bytes: mostBytes + 1, cut: true, ...(way.lookup && { lookup: way.lookup }) };
  const limit = way.limit_ms ?? limitMs;
  const begun = performance.now();
  let request_headers: Record<string, string> = {};
  const done = (outcome: Pick<Attempt, 'status' | 'error' | 'response_body' | 'response_is_cut'>): Attempt => ({
    at,
    duration_ms: Math.round(performance.now() - begun),
    request_headers,
    ...outcome,
  });
  const signal = AbortSignal.timeout(limit);
  try {
    request_headers = headersOf(sent, at, secretsOf(deps, receiver, at));
    const answer = await outboundFetch(receiver.url, options, {
      method: 'POST',
      headers: request_headers,
      body: sent.body,
      signal,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return done({
      status: answer.status,
      error: refusal(answer.status),
      response_body: storable(bytes.subarray(0, mostBytes).toString('utf8')),
      response_is_cut: bytes.length > mostBytes,
    });
  } catch (error) {
    const reason = signal.aborted ? `no whole answer within ${limit / 1000} seconds` : (error as Error).message;
    return done({
      status: null,
      error: storable(reason.slice(0, 500)),
      response_body: null,
      response_is_cut: false,
    });
  }
}

function headersOf(
  { event, event_id, body }: { event: string; event_id: string; body: string },
  at: Date,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': `Bellhop/${productVersion}`,
    'Bellhop-Event': event,
    'Bellhop-Event-Id': event_id,
    'Bellhop-Timestamp': String(timestamp),
    'Bellhop-Signature': signatures(secrets, timestamp, body),
  };
}

/** The present secret, and for a day the one before it. Throws, in plain words, when they can't be opened. */
function secretsOf({ sealer }: Pick<Deps, 'sealer'>, receiver: Receiver, now: Date): string[] {
  const { secret, old_secret, old_secret_until } = receiver;
  const isOldGood = old_secret !== null && old_secret_until !== null && old_secret_until > now;
  try {
    return [secret, ...(isOldGood ? [old_secret] : [])].map((sealed) => sealer.open(sealed));
  } catch (cause) {
    throw new Error('its secret was sealed with another BELLHOP_SECRET_KEY: give it a new one', { cause });
  }
}

function refusal(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `it redirects (${status}), which is not followed: enter the final address`;
  return `it answers with status ${status}`;
}
