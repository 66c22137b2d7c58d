import type { vocabularyRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listTags } from './list-tags.ts';

export function createTagHandlers({ db }: Deps): Pick<Handlers<typeof vocabularyRoutes>, 'tags.list'> {
  return { 'tags.list': () => listTags(db) };
}
