export { createCustomAttributeHandlers } from './custom-attributes.handlers.ts';
export { type AttributeDefinition, attributeDefinitions } from './custom-attributes.queries.ts';
