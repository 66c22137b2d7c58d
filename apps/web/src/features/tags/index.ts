export { tagQueries } from './tags.api.ts';
