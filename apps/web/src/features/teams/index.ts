export { useTeam, useTeamOptions } from './team-options.ts';
export { teamQueries } from './teams.api.ts';
