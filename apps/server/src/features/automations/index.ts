export { createAutomationHandlers } from './automations.handlers.ts';
