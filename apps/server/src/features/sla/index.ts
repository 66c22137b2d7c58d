export { createSlaHandlers } from './sla.handlers.ts';
