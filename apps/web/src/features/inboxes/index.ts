export { inboxQueries } from './inboxes.api.ts';
