export { NotificationBell } from './NotificationBell.tsx';
export { askAnew as renewNotifications } from './notifications.api.ts';
export { applyNotification } from './notifications.cache.ts';
