export { priorityQueries } from './priorities.api.ts';
