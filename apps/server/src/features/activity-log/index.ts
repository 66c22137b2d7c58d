export { type ActivityType, recordActivity } from './record-activity.ts';
export { recordChange } from './record-change.ts';
