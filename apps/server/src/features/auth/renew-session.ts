import type { Deps } from '../../core/deps.ts';
import type { RenewSession } from '../second-factor/index.ts';
import { hashToken, isSecure, newTokens, writeCsrfCookie, writeSessionCookie } from './session-cookies.ts';
import { replaceSessionId } from './sessions.queries.ts';

/** Gives a session a new id and CSRF token where what it may do grows: an id that somebody else planted or saw grows with nothing. */
export function createRenewSession(deps: Pick<Deps, 'db' | 'work' | 'system' | 'clock'>): RenewSession {
  return async (session, reply) => {
    const tokens = newTokens();
    const next = { id_hash: hashToken(tokens.token), csrf_token: tokens.csrf_token };
    const end = await deps.work(deps.system, (uow) => replaceSessionId(uow.db, session.id_hash, next));
    if (!end) return;
    const secure = await isSecure(deps.db, reply.request.protocol);
    const seconds = Math.max(1, Math.round((end.getTime() - deps.clock.now().getTime()) / 1000));
    reply.header('set-cookie', writeSessionCookie(tokens.token, secure, seconds));
    reply.header('set-cookie', writeCsrfCookie(tokens.csrf_token, secure));
  };
}
