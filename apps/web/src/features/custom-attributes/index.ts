export { customAttributeQueries } from './custom-attributes.api.ts';
