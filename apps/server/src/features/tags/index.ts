export { createTagHandlers } from './tags.handlers.ts';
export { type TagRow, tagsByName } from './tags.queries.ts';
