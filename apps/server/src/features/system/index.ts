export { registerDeskMetrics } from './desk-metrics.ts';
export { readSystem } from './read-system.ts';
export { createSystemHandlers } from './system.handlers.ts';
