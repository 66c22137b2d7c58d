export { isMember, membersOf, replaceTeamsOf, teamIdsOf } from './members.queries.ts';
export { purgeTeam } from './purge-team.ts';
export { createTeamHandlers } from './teams.handlers.ts';
export { findTeam, type Team, teamName } from './teams.queries.ts';
