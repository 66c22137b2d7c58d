import type { activityLogRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { exportActivityLog } from './export-activities.ts';
import { type Desk, listActivityLog, readActivity, readActors } from './read-activities.ts';

/** Every route of the activity log and what answers it. */
export function createActivityLogHandlers(deps: Deps, desk: Desk): Handlers<typeof activityLogRoutes> {
  return {
    'activity_logs.list': ({ query }) => listActivityLog(deps.db, desk, query),
    'activity_logs.export': ({ actor, query, reply }) =>
      exportActivityLog(deps, desk, actor, { filters: query.filters, reply }),
    'activity_logs.actors': () => readActors(deps.db),
    'activity_logs.get': ({ params }) => readActivity(deps.db, desk, params.id),
  };
}
