export * from './attributes.ts';
export * from './conversation-access.ts';
export * from './filter-fields.ts';
export * from './filter-grammar.ts';
export * from './filter-match.ts';
export * from './macro-visibility.ts';
export * from './snooze.ts';
export * from './template-variables.ts';
