export { statusQueries } from './statuses.api.ts';
