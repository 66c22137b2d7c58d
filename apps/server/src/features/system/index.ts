export { readSystem } from './read-system.ts';
export { createSystemHandlers } from './system.handlers.ts';
