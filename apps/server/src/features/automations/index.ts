export { createAutomationHandlers } from './automations.handlers.ts';
export { createRule } from './save-automation.ts';
