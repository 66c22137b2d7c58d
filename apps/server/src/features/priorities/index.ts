export { createPriorityHandlers } from './priorities.handlers.ts';
export { findPriorityByName, loadPriorities, type PriorityRow } from './priorities.queries.ts';
