export { useTagOptions } from './tag-options.ts';
export { tagQueries } from './tags.api.ts';
