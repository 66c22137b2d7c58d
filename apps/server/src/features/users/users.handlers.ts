import type { agentRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { compactAgents, loadAgent } from './load-agent.ts';
import { removeOwnAvatar, setOwnAvatar } from './own-avatar.ts';
import { setAvailability } from './set-availability.ts';

type OwnRoutes =
  | 'agents.me'
  | 'agents.update_me'
  | 'agents.remove_my_avatar'
  | 'agents.set_availability'
  | 'agents.compact';

/** What agents do with themselves, and the short list of all; managing them stands in `agents`. */
export function createUserHandlers(deps: Deps): Pick<Handlers<typeof agentRoutes>, OwnRoutes> {
  return {
    'agents.me': ({ actor }) => loadAgent(deps.db, actor.id),
    'agents.update_me': ({ actor, file }) => setOwnAvatar(deps, actor, file),
    'agents.remove_my_avatar': ({ actor }) => removeOwnAvatar(deps, actor),
    'agents.set_availability': ({ actor, body, ip }) => setAvailability(deps, actor, { ...body, ip }),
    'agents.compact': () => compactAgents(deps.db),
  };
}
