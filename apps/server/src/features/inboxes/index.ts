export { findInbox, type InboxRecord } from './inboxes.queries.ts';
export { type OwnAddresses, ownAddresses } from './own-addresses.ts';
