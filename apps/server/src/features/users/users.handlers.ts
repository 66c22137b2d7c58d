import type { agentRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { compactAgents, loadAgent } from './load-agent.ts';
import { removeOwnAvatar, setOwnAvatar } from './own-avatar.ts';
import { setAvailability } from './set-availability.ts';

/** `agents.my_teams` stands with the teams. */
export function createUserHandlers(deps: Deps): Omit<Handlers<typeof agentRoutes>, 'agents.my_teams'> {
  return {
    'agents.me': ({ actor }) => loadAgent(deps.db, actor.id),
    'agents.update_me': ({ actor, file }) => setOwnAvatar(deps, actor, file),
    'agents.remove_my_avatar': ({ actor }) => removeOwnAvatar(deps, actor),
    'agents.set_availability': ({ actor, body, ip }) => setAvailability(deps, actor, { ...body, ip }),
    'agents.compact': () => compactAgents(deps.db),
  };
}
