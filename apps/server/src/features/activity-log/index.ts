export { type ActivityType, recordActivity } from './record-activity.ts';
