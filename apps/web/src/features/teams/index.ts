export { teamQueries } from './teams.api.ts';
