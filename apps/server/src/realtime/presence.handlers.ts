import type { presenceRoutes } from '@bellhop/contract';
import { AppError } from '../core/app-error.ts';
import type { Handlers } from '../http/request-context.ts';
import type { Presence } from './presence.ts';

/** So many conversations can be asked for at once. */
const mostConversations = 500;

/** The presence route and what answers it. Malformed uuids are nowhere; too many: 400. */
export function createPresenceHandlers(presence: Pick<Presence, 'list'>): Handlers<typeof presenceRoutes> {
  return {
    'presence.list': async ({ actor, query }) => {
      const uuids = [...new Set(query.uuids.toLowerCase().split(',').filter(Boolean))];
      if (uuids.length > mostConversations) {
        const reason = `${mostConversations} at most`;
        throw new AppError('input.invalid', { params: { field: 'uuids', reason }, data: { uuids: reason } });
      }
      return presence.list(actor, uuids);
    },
  };
}
