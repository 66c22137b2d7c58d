import type { Deps } from '../../core/deps.ts';
import type { FindSession } from '../../http/guard.ts';
import { loadSettings } from '../settings/index.ts';
import { actorOf, lacksSecondFactor } from '../users/index.ts';
import { endSession } from './end-session.ts';
import { forgetCookies, hashToken, isSecure, presentedToken, writeSessionCookie } from './session-cookies.ts';
import { findSessionRow, prolongSession } from './sessions.queries.ts';
import { createTouchSession } from './touch-session.ts';

/**
 * Finds the session of a request by one query. A session of a disabled or deleted agent ends here and answers `agent: null`.
 * One whose half life is gone begins anew, record and cookie together; a socket handshake cannot carry the cookie, so it
 * prolongs nothing.
 */
export function createFindSession(deps: Pick<Deps, 'db' | 'work' | 'system' | 'clock'>): FindSession {
  const { db, work, system, clock } = deps;
  const touch = createTouchSession(deps);
  return async (source) => {
    const token = presentedToken(source);
    if (!token) return null;
    const idHash = hashToken(token);
    const now = clock.now();
    const row = await findSessionRow(db, idHash, now);
    if (!row) return null;
    const { csrf_token, confirmed_at, expires_at } = row;
    const is_limited = !row.provider_factor && lacksSecondFactor(row);
    const session = { id_hash: idHash, csrf_token, confirmed_at, is_limited };
    if (!row.enabled || row.deleted_at) {
      await work(system, (uow) => endSession(uow, idHash));
      return {
        session,
        agent: null,
        is_limited,
        expires_at,
        set_cookies: [forgetCookies(await isSecure(db, source.protocol)).session],
      };
    }
    const actor = actorOf(row);
    await touch(actor, { id_hash: idHash, last_seen_at: row.last_seen_at }, now);
    const found = { session, agent: actor, is_limited };
    const lifetime = (await loadSettings(db))['app.session_lifetime_seconds'];
    const left = expires_at.getTime() - now.getTime();
    const isSocket = source.headers.upgrade !== undefined;
    if (isSocket || left > (lifetime * 1000) / 2) return { ...found, expires_at, set_cookies: [] };
    const renewed = new Date(now.getTime() + lifetime * 1000);
    await work(actor, (uow) => prolongSession(uow.db, idHash, renewed));
    const secure = await isSecure(db, source.protocol);
    return { ...found, expires_at: renewed, set_cookies: [writeSessionCookie(token, secure, lifetime)] };
  };
}
