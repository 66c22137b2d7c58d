import type { causeRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { getCause, listCauses } from './read-causes.ts';

/** Every route of cause records and what answers it. */
export function createCauseHandlers({ db }: Deps): Handlers<typeof causeRoutes> {
  return {
    'causes.list': ({ actor, params, query }) => listCauses(db, actor, params.uuid, query),
    'causes.get': ({ actor, params }) => getCause(db, actor, params),
  };
}
