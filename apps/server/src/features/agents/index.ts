export { createAgentHandlers } from './agents.handlers.ts';
export { releaseAgent } from './leave.ts';
