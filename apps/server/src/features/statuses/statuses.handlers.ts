import type { vocabularyRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listStatuses } from './list-statuses.ts';

export function createStatusHandlers({ db }: Deps): Pick<Handlers<typeof vocabularyRoutes>, 'statuses.list'> {
  return { 'statuses.list': () => listStatuses(db) };
}
