export { roleQueries } from './roles.api.ts';
