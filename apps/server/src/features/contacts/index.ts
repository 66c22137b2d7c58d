export { createContactHandlers } from './contacts.handlers.ts';
