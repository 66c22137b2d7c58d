import type { viewRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listMatching, listViewConversations } from '../conversations/index.ts';
import { listOwnViews, loadFilters } from './read-views.ts';
import { createView, removeView, updateView } from './save-view.ts';

/** Every view route and what answers it. */
export function createViewHandlers({ db, reads, work }: Deps): Handlers<typeof viewRoutes> {
  return {
    'views.list_mine': ({ actor }) => listOwnViews(db, actor),
    'views.create': ({ actor, body }) => work(actor, (uow) => createView(uow, body)),
    'views.update': ({ actor, params, body }) => work(actor, (uow) => updateView(uow, params.id, body)),
    'views.remove': ({ actor, params }) => work(actor, (uow) => removeView(uow, params.id)),
    'views.conversations': async ({ actor, params, query }) =>
      listViewConversations(reads, actor, await loadFilters(db, actor, params.id), query),
    'views.matching': async ({ actor, params, query }) =>
      listMatching(reads, actor, await loadFilters(db, actor, params.id), query.uuids),
  };
}
