export { createAiHandlers } from './ai.handlers.ts';
export { tidyUsage } from './read-usage.ts';
