import type { vocabularyRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listStatuses } from './list-statuses.ts';
import { createStatus, removeStatus, shownAtOnce, statusUsage, updateStatus } from './save-status.ts';

type StatusRoutes = 'statuses.list' | 'statuses.create' | 'statuses.update' | 'statuses.remove' | 'statuses.usage';

/** Every status route and what answers it. */
export function createStatusHandlers({ db, work }: Deps): Pick<Handlers<typeof vocabularyRoutes>, StatusRoutes> {
  return {
    'statuses.list': () => listStatuses(db),
    'statuses.create': ({ actor, body }) =>
      shownAtOnce(
        db,
        work(actor, (uow) => createStatus(uow, body)),
      ),
    'statuses.update': ({ actor, params, body }) =>
      shownAtOnce(
        db,
        work(actor, (uow) => updateStatus(uow, params.id, body)),
      ),
    'statuses.remove': ({ actor, params }) =>
      shownAtOnce(
        db,
        work(actor, (uow) => removeStatus(uow, params.id)),
      ),
    'statuses.usage': ({ params }) => statusUsage(db, params.id),
  };
}
