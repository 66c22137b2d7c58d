export * from './grammar.ts';
export * from './marks.ts';
export * from './words.ts';
