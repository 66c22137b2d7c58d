export { useAgentOptions } from './agent-options.tsx';
export { agentQueries, applyAvailability, reportIdle, useAgents, useSetAvailability } from './users.api.ts';
