export { createContactHandlers } from './contacts.handlers.ts';
export { viewContacts } from './get-contact.ts';
