export { inboxQueries } from './inboxes.api.ts';
export { MailboxBanner } from './MailboxBanner.tsx';
export { VerdictLabel } from './VerdictLabel.tsx';
