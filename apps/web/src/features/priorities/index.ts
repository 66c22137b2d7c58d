export { priorityQueries } from './priorities.api.ts';
export { usePriorityOptions } from './priority-options.ts';
