import type { agentRoutes, teamRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { compactTeams, teamsOf } from './list-teams.ts';

export function createTeamHandlers({
  db,
}: Deps): Handlers<typeof teamRoutes> & Pick<Handlers<typeof agentRoutes>, 'agents.my_teams'> {
  return {
    'teams.compact': () => compactTeams(db),
    'agents.my_teams': ({ actor }) => teamsOf(db, actor.id),
  };
}
