export { createStatusHandlers } from './statuses.handlers.ts';
export { findStatusByName, knownStatuses, loadStatuses, type StatusRow } from './statuses.queries.ts';
