export { checkReports } from './check-reports.job.ts';
export { followChanges } from './follow-changes.job.ts';
export { forgetGroup } from './forget-group.job.ts';
export { recordTurn } from './record-turn.ts';
export { createReportHandlers } from './reports.handlers.ts';
