export { agentQueries, applyAvailability, reportIdle, useAgent, useSetAvailability } from './users.api.ts';
