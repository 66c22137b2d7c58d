export { createBusinessHoursHandlers } from './business-hours.handlers.ts';
export { type Calendar, calendarOf, type OpeningTimes, type OpenSpan } from './calendar.ts';
export { loadCalendar } from './load-calendar.ts';
