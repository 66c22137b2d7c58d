export { expireRawMails } from './expire-raw-mails.ts';
export { openConfig } from './inbox-secrets.ts';
export { createInboxHandlers } from './inboxes.handlers.ts';
export { findInbox, type InboxRecord } from './inboxes.queries.ts';
export { beginIntakeRun, endIntakeRun, takeFresh } from './intake-runs.ts';
export { listInboxConfigs } from './list-inbox-configs.ts';
export { startLocalSmtp } from './local-smtp.ts';
export { noteRoundTrips } from './note-round-trips.ts';
export { addressBook, type OwnAddresses, ownAddresses } from './own-addresses.ts';
export {
  countAttempts,
  type FailedStep,
  listInboxesWithWaitingMail,
  listWaitingMails,
  lockWaitingMails,
  nextMailDue,
  patchRawMail,
  type RawMail,
  settleRawMails,
  uncountAttempts,
} from './raw-mails.queries.ts';
export { readAlerts, readHealth } from './read-inboxes.ts';
export { type Receivers, startReceivers } from './receivers.ts';
export { resolveRecipient } from './resolve-recipient.ts';
export { endRoundTrip, runRoundTrip } from './run-round-trip.ts';
export { type Arrival, enqueueMailProcessing, storeRawMail } from './store-raw-mail.ts';
export { watchMailboxes } from './watch-mailboxes.ts';
