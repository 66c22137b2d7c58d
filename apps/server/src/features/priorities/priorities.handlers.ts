import type { vocabularyRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listPriorities } from './list-priorities.ts';

export function createPriorityHandlers({ db }: Deps): Pick<Handlers<typeof vocabularyRoutes>, 'priorities.list'> {
  return { 'priorities.list': () => listPriorities(db) };
}
