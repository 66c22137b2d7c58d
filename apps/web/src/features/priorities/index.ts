export { usePriorityOptions } from './priority-options.ts';
export { priorityQueries } from './priorities.api.ts';
