export { createStatusHandlers } from './statuses.handlers.ts';
export { findStatusByName, loadStatuses, type StatusRow } from './statuses.queries.ts';
