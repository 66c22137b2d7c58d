export { createTeamHandlers } from './teams.handlers.ts';
export { findTeam, isMember, type Team, teamIdsOf } from './teams.queries.ts';
