export { createBusinessHoursHandlers } from './business-hours.handlers.ts';
