export { agentQueries, applyAvailability, reportIdle, useAgents, useSetAvailability } from './users.api.ts';
