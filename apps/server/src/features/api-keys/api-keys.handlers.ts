import type { apiKeyRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listKeysOf } from './list-keys.ts';
import { revokeKey } from './revoke-keys.ts';
import { createKey, updateKey } from './save-key.ts';

/** What agents do with their own API keys, and administrators with those of others. */
export function createApiKeyHandlers({ db, work }: Pick<Deps, 'db' | 'work'>): Handlers<typeof apiKeyRoutes> {
  return {
    'api_keys.list_mine': ({ actor }) => listKeysOf(db, actor.id),
    'api_keys.create': ({ actor, body }) => work(actor, (uow) => createKey(uow, body)),
    'api_keys.update': ({ actor, params, body }) => work(actor, (uow) => updateKey(uow, params.id, body)),
    'api_keys.revoke': ({ actor, params }) =>
      work(actor, (uow) => revokeKey(uow, { user_id: actor.id, id: params.id })),
    'api_keys.list_of': ({ params }) => listKeysOf(db, params.id),
    'api_keys.revoke_of': ({ actor, params }) =>
      work(actor, (uow) => revokeKey(uow, { user_id: params.id, id: params.key_id })),
  };
}
