export { refreshRenamed } from './refresh-renamed.ts';
export { createSearchHandlers } from './search.handlers.ts';
