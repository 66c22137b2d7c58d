export { createAiHandlers } from './ai.handlers.ts';
