export { ComposedHtml } from './ComposedHtml.tsx';
export { cleanAhead } from './clean-ahead.ts';
