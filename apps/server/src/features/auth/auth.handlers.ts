import type { authRoutes, sessionRoutes } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { createPlaces } from '../../lib/places.ts';
import { loadAgent } from '../users/index.ts';
import { askPasswordLink } from './ask-password-link.ts';
import { changePassword } from './change-password.ts';
import { endAllSessions, endOneSession } from './end-sessions-by-hand.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { decoyHash } from './passwords.ts';
import { presentedToken } from './session-cookies.ts';
import { greet, holdBegun } from './sign-in-cookies.ts';
import { usePasswordLink } from './use-password-link.ts';

export function createAuthHandlers(deps: Deps): Handlers<typeof authRoutes & typeof sessionRoutes> {
  const decoy = decoyHash();
  const seen = { ...deps, places: createPlaces(deps.config.place_database, deps.log) };
  return {
    'auth.login': async ({ body, ip, user_agent, reply }) => {
      const old_token = presentedToken(reply.request);
      const made = await login(deps, await decoy, { ...body, ip, user_agent, old_token });
      if ('agent' in made) return greet(deps, reply, made);
      await holdBegun(deps, reply, made.token);
      throw new AppError('login.second_factor_needed', { data: { methods: made.methods } });
    },
    'auth.reset_password': ({ actor, body, ip }) =>
      askPasswordLink(deps, { ...body, ip, is_signed_in: actor !== null }),
    'auth.set_password': ({ actor, body, ip }) => usePasswordLink(deps, { ...body, ip, is_signed_in: actor !== null }),
    'account.change_password': async ({ actor, session, body, ip }) =>
      changePassword(deps, actor, await decoy, { ...body, ip, session: session.id_hash }),
    'sessions.mine': ({ actor, session }) => listSessions(seen, actor.id, session.id_hash),
    'sessions.end_mine': ({ actor, params }) =>
      endOneSession(deps, actor, { user_id: actor.id, id: params.session_id }),
    'sessions.end_others': ({ actor, session }) =>
      endAllSessions(deps, actor, { user_id: actor.id, keep: session.id_hash }),
    'sessions.list': async ({ params, session }) => {
      const { id } = await loadAgent(deps.db, params.id);
      return listSessions(seen, id, session.id_hash);
    },
    'sessions.end': ({ actor, params }) => endOneSession(deps, actor, { user_id: params.id, id: params.session_id }),
    'sessions.end_all': ({ actor, params, session }) =>
      endAllSessions(deps, actor, { user_id: params.id, keep: session.id_hash }),
  };
}
