import type { vocabularyRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listTags } from './list-tags.ts';
import { createTag, removeTag, tagUsage, updateTag } from './save-tag.ts';

type TagRoutes = 'tags.list' | 'tags.create' | 'tags.update' | 'tags.remove' | 'tags.usage';

/** Every tag route and what answers it. */
export function createTagHandlers({ db, work }: Deps): Pick<Handlers<typeof vocabularyRoutes>, TagRoutes> {
  return {
    'tags.list': () => listTags(db),
    'tags.create': ({ actor, body }) => work(actor, (uow) => createTag(uow, body)),
    'tags.update': ({ actor, params, body }) => work(actor, (uow) => updateTag(uow, params.id, body)),
    'tags.remove': ({ actor, params }) => work(actor, (uow) => removeTag(uow, params.id)),
    'tags.usage': ({ params }) => tagUsage(db, params.id),
  };
}
