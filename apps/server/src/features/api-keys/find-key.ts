import { timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { CallerSource, FoundKey } from '../../http/guard.ts';
import { createRequestLimit } from '../../http/request-limit.ts';
import { sha256 } from '../../lib/crypto.ts';
import { loadSettings } from '../settings/index.ts';
import { actorOf, lacksSecondFactor } from '../users/index.ts';
import { findPresentedKey, type PresentedKey, touchKey } from './api-keys.queries.ts';
import { presentedKey } from './presented-key.ts';
import { guessesOf, noteWrongKey, refuseGuesses } from './wrong-keys.ts';

/** The use of a key is noted at most this often. */
const notedMs = 60_000;

/** RFC 6750: what was presented is no good. What the caller sent is never repeated. */
const refusal = { 'www-authenticate': 'Bearer realm="Bellhop", error="invalid_token"' };
const refused = (code: ErrorCode) => new AppError(code, { headers: refusal });

/** What a key without row is compared with, so that it takes as long. */
const decoy = sha256('');

/**
 * Finds the API key of a request by one query, null without an Authorization header. The agent it answers may do what both the key's
 * scope and their roles allow at this moment: whatever is revoked, disabled or taken from a role counts with the next request,
 * in every process. Throws 401 `api_key.invalid` for everything that is no key, `session.account_disabled`, `api_key.revoked`
 * and `api_key.expired` only to who knows the secret; 429 `api_key.too_many_wrong`, `api_key.too_many_requests`.
 */
export function createFindKey(
  deps: Pick<Deps, 'db' | 'work' | 'system' | 'clock' | 'log'>,
): (source: CallerSource) => Promise<FoundKey | null> {
  // In the memory of this process: no row is written for a request, and what several processes admit adds up.
  const waitOf = createRequestLimit({ most: 0, windowMs: 60_000, now: () => deps.clock.now().getTime() });
  return async (source) => {
    const presented = presentedKey(source);
    if (presented === null) return null;
    // Whoever sends such a header guesses nothing.
    if (!presented) throw refused('api_key.invalid');
    const now = deps.clock.now();
    const row = await findPresentedKey(deps.db, presented.key, guessesOf(source.ip, now));
    const isRight = timingSafeEqual(sha256(presented.secret), row?.secret_hash ?? decoy);
    if (!row || !isRight) {
      await noteWrongKey(deps, source.ip);
      throw refused('api_key.invalid');
    }
    if (!source.again) refuseGuesses(row, source.ip);
    demandValid(row, now);
    if (!source.again) {
      const most = (await loadSettings(deps.db))['app.api_key_requests_per_minute'];
      const seconds = waitOf(String(row.key_id), most);
      if (seconds > 0) throw tooManyRequests(most, seconds);
      await noteUse(deps, row, { at: now, ip: source.ip });
    }
    return {
      session: null,
      agent: agentBy(row),
      is_limited: lacksSecondFactor(row),
      expires_at: row.expires_at,
      set_cookies: [],
    };
  };
}

function demandValid(row: PresentedKey, now: Date): void {
  if (!row.enabled || row.deleted_at) throw refused('session.account_disabled');
  if (row.revoked_at) throw refused('api_key.revoked');
  if (row.expires_at && row.expires_at <= now) throw refused('api_key.expired');
}

function tooManyRequests(most: number, seconds: number): AppError {
  const headers = { 'retry-after': String(seconds) };
  return new AppError('api_key.too_many_requests', { params: { most, seconds }, headers });
}

async function noteUse(
  { work, system }: Pick<Deps, 'work' | 'system'>,
  row: PresentedKey,
  use: { at: Date; ip: string },
): Promise<void> {
  const before = new Date(use.at.getTime() - notedMs);
  if (row.last_used_at && row.last_used_at > before) return;
  await work(system, (uow) => touchKey(uow.db, row.key_id, { ...use, before }));
}

function agentBy(row: PresentedKey): Actor {
  const agent = actorOf(row);
  return {
    ...agent,
    permissions: new Set(row.key_permissions.filter((permission) => agent.permissions.has(permission))),
    via: { key_id: row.key_id, name: row.key_name },
  };
}
