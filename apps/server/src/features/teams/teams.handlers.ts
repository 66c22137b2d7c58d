import type { agentRoutes, teamRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { compactTeams, getTeam, listTeams, teamsOf, teamUsage } from './list-teams.ts';
import { createTeam, removeTeam, updateTeam } from './save-team.ts';

/** Every team route, and one's own teams. */
export function createTeamHandlers({
  db,
  work,
}: Deps): Handlers<typeof teamRoutes> & Pick<Handlers<typeof agentRoutes>, 'agents.my_teams'> {
  return {
    'teams.compact': () => compactTeams(db),
    'teams.list': () => listTeams(db),
    'teams.get': ({ params }) => getTeam(db, params.id),
    'teams.create': ({ actor, body }) => work(actor, (uow) => createTeam(uow, body)),
    'teams.update': ({ actor, params, body }) => work(actor, (uow) => updateTeam(uow, params.id, body)),
    'teams.remove': ({ actor, params }) => work(actor, (uow) => removeTeam(uow, params.id)),
    'teams.usage': ({ params }) => teamUsage(db, params.id),
    'agents.my_teams': ({ actor }) => teamsOf(db, actor.id),
  };
}
