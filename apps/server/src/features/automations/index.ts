export { createAutomationHandlers } from './automations.handlers.ts';
export { type ContentSource, type EventFacts, loadFacts } from './engine/load-facts.ts';
export { createRule } from './save-automation.ts';
