export { createAiHandlers } from './ai.handlers.ts';
export { describeProvider, type ProviderState } from './describe-provider.ts';
export { tidyUsage } from './read-usage.ts';
