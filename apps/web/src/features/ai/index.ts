export { aiQueries, saveProviderKey } from './ai.api.ts';
export { type AiAnswer, type AiTask, askAi } from './ask-ai.ts';
