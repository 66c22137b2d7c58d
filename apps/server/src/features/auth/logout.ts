import type { Deps } from '../../core/deps.ts';
import type { FindSession, SessionSource } from '../../http/guard.ts';
import { recordActivity } from '../activity-log/index.ts';
import { endSession } from './end-session.ts';
import { forgetCookies, isSecure } from './session-cookies.ts';

/** Signs out whoever a request belongs to, nobody included; answers the Set-Cookie values that clear the browser (wire A 3.5). */
export function createLogout(
  deps: Pick<Deps, 'db' | 'work'>,
  findSession: FindSession,
): (source: SessionSource, ip: string) => Promise<string[]> {
  return async (source, ip) => {
    const found = await findSession(source);
    const agent = found?.agent;
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
    return [session, csrf];
  };
}
