export { slaQueries } from './sla.api.ts';
