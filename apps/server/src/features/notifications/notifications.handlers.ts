import type { notificationPreferenceRoutes, notificationRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { countNotifications, listNotifications } from './list-notifications.ts';
import { markAllRead, markRead } from './mark-read.ts';
import { readPreferences, savePreferences } from './preferences.ts';

/** Every notification route and what answers it; each agent's own alone. */
export function createNotificationHandlers({
  db,
  work,
}: Deps): Handlers<typeof notificationRoutes & typeof notificationPreferenceRoutes> {
  return {
    'notifications.list': ({ actor, query }) => listNotifications(db, actor, query),
    'notifications.counts': ({ actor }) => countNotifications(db, actor),
    'notifications.mark_read': ({ actor, params }) => work(actor, (uow) => markRead(uow, params.id)),
    'notifications.mark_all_read': ({ actor }) => work(actor, markAllRead),
    'notifications.preferences': ({ actor }) => readPreferences(db, actor.id),
    'notifications.save_preferences': ({ actor, body }) => work(actor, (uow) => savePreferences(uow, body)),
  };
}
