export { notifyMailboxTrouble, readMailboxTrouble } from './mailbox-trouble.ts';
export { createNotificationHandlers } from './notifications.handlers.ts';
export { notifyAssigned, notifyMentioned } from './notify.ts';
export { pruneNotifications } from './prune-notifications.ts';
export { readAssignment, readSeen } from './read-by-deed.ts';
export { notifyWebhookOff } from './webhook-off.ts';
