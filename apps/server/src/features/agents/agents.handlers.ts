import type { agentRoutes, secondFactorRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { loadAgent } from '../users/index.ts';
import { agentUsage, listAgents } from './read-agents.ts';
import { readFactorOf, resetFactorOfAgent } from './reset-factor.ts';
import { createAgent, removeAgent, updateAgent } from './save-agent.ts';

type ManagedRoutes =
  | 'agents.list'
  | 'agents.get'
  | 'agents.create'
  | 'agents.update'
  | 'agents.remove'
  | 'agents.usage';

/** What administrators do with agents. */
export function createAgentHandlers(
  deps: Deps,
): Pick<Handlers<typeof agentRoutes>, ManagedRoutes> &
  Pick<Handlers<typeof secondFactorRoutes>, 'agents.second_factor' | 'agents.reset_second_factor'> {
  return {
    'agents.list': () => listAgents(deps.db),
    'agents.get': ({ params }) => loadAgent(deps.db, params.id),
    'agents.create': ({ actor, body, warn }) => createAgent(deps, actor, body, warn),
    'agents.update': ({ actor, params, body, session, warn }) =>
      updateAgent(deps, actor, params.id, body, { session: session?.id_hash, warn }),
    'agents.remove': ({ actor, params }) => removeAgent(deps, actor, params.id),
    'agents.second_factor': ({ params }) => readFactorOf(deps.db, params.id),
    'agents.reset_second_factor': ({ actor, params }) => resetFactorOfAgent(deps, actor, params.id),
    'agents.usage': ({ params }) => agentUsage(deps.db, params.id),
  };
}
