import type { pushRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { ownSubscriptions, subscribe, testPush, unsubscribe } from './subscribe.ts';
import { vapidKeys } from './vapid-keys.ts';

export function createPushHandlers(deps: Deps): Handlers<typeof pushRoutes> {
  return {
    'push.key': async () => ({ public_key: (await vapidKeys(deps)).public_key }),
    'push.list': ({ actor, session }) => ownSubscriptions(deps, actor, session),
    'push.subscribe': ({ actor, session, user_agent, body }) =>
      subscribe(deps, actor, { ...body, session, user_agent }),
    'push.unsubscribe': ({ actor, params }) => unsubscribe(deps, actor, params.id),
    'push.test': ({ actor, params }) => testPush(deps, actor, params.id),
  };
}
