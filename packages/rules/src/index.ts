export * from './conversation-access.ts';
