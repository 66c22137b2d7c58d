export * from './attributes.ts';
export * from './conversation-access.ts';
export * from './filter-grammar.ts';
export * from './filter-match.ts';
export * from './snooze.ts';
export * from './template-variables.ts';
