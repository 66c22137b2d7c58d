export { deliverNotifications, forgetReceiver, releaseOnReturn } from './deliver.ts';
export { notifyMailboxTrouble, readMailboxTrouble } from './mailbox-trouble.ts';
export { createNotificationHandlers } from './notifications.handlers.ts';
export {
  notifyAssigned,
  notifyCreated,
  notifyNoted,
  notifyReceived,
  notifyTeamAssigned,
  notifyWoken,
} from './notify.ts';
export { notifyByRule, notifySlaAlert } from './notify-engines.ts';
export { pruneNotifications } from './prune-notifications.ts';
export { readByActing, readSeen } from './read-by-deed.ts';
export { notifyWebhookOff } from './webhook-off.ts';
