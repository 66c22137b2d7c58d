export { createActivityLogHandlers } from './activity-log.handlers.ts';
export { recordActivity } from './record-activity.ts';
export { differences, recordChange } from './record-change.ts';
export { trimActivityLog } from './trim-activities.ts';
