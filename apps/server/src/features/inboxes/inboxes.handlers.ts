import type { inboxRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { createInbox, readInbox, readInboxes, removeInbox, toggleInbox, updateInbox } from './inboxes.service.ts';
import { readQuarantine, replayMail } from './quarantine.ts';
import { testConnection } from './test-connection.ts';

export function createInboxHandlers(deps: Deps): Handlers<typeof inboxRoutes> {
  return {
    'inboxes.list': () => readInboxes(deps),
    'inboxes.test_connection': ({ body }) => testConnection(deps, body.id ?? null, body.config),
    'inboxes.quarantine': () => readQuarantine(deps),
    'inboxes.replay_mail': async ({ actor, params }) => {
      await replayMail(deps, actor, params.id);
      return true;
    },
    'inboxes.get': ({ params }) => readInbox(deps, params.id),
    'inboxes.create': async ({ actor, body }) => {
      await createInbox(deps, actor, body);
      return true;
    },
    'inboxes.update': async ({ actor, params, body }) => {
      await updateInbox(deps, actor, params.id, body);
      return true;
    },
    'inboxes.toggle': async ({ actor, params }) => {
      await toggleInbox(deps, actor, params.id);
      return true;
    },
    'inboxes.remove': async ({ actor, params }) => {
      await removeInbox(deps, actor, params.id);
      return true;
    },
  };
}
