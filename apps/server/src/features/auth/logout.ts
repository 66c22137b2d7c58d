import type { Deps } from '../../core/deps.ts';
import type { FindSession, SessionSource } from '../../http/guard.ts';
import { recordActivity } from '../activity-log/index.ts';
import { endSession } from './end-session.ts';
import { forgetCookies, isSecure } from './session-cookies.ts';

/** What a browser is told that signs out. */
export interface Logout {
  /** Whole Set-Cookie values that clear it. */
  set_cookies: string[];
  /** Where it goes on. */
  location: string;
}

/**
 * Signs out whoever a request belongs to, nobody included (wire A 3.5). `leadOn` answers the page that a session's end leads to, null for
 * the login page.
 */
export function createLogout(
  deps: Pick<Deps, 'db' | 'work'>,
  findSession: FindSession,
  leadOn: (sessionId: Buffer) => Promise<string | null> = async () => null,
): (source: SessionSource, ip: string) => Promise<Logout> {
  return async (source, ip) => {
    const found = await findSession(source);
    const agent = found?.agent;
    const location = (found && (await leadOn(found.session.id_hash))) ?? '/';
    if (found && agent) {
      await deps.work(agent, async (uow) => {
        await recordActivity(uow, {
          activity_type: 'agent_logout',
          actor: agent,
          target_user_id: agent.id,
          params: { target_email: agent.email },
          ip,
        });
        await uow.publish({ kind: 'agent.logged_out', user_id: agent.id });
        await endSession(uow, found.session.id_hash);
      });
    }
    const { session, csrf } = forgetCookies(await isSecure(deps.db, source.protocol));
    return { set_cookies: [session, csrf], location };
  };
}
