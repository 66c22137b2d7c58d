export { aiQueries, rewriteText } from './ai.api.ts';
