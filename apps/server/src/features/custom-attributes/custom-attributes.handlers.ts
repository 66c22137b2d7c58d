import type { customAttributeRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { customAttributeUsage, getCustomAttribute, listCustomAttributes } from './read-custom-attributes.ts';
import { createCustomAttribute, removeCustomAttribute, updateCustomAttribute } from './save-custom-attribute.ts';

/** Every custom attribute route and what answers it. */
export function createCustomAttributeHandlers({ db, work }: Deps): Handlers<typeof customAttributeRoutes> {
  return {
    'custom_attributes.list': ({ query }) => listCustomAttributes(db, query.applies_to),
    'custom_attributes.get': ({ params }) => getCustomAttribute(db, params.id),
    'custom_attributes.create': ({ actor, body }) => work(actor, (uow) => createCustomAttribute(uow, body)),
    'custom_attributes.update': ({ actor, params, body }) =>
      work(actor, (uow) => updateCustomAttribute(uow, params.id, body)),
    'custom_attributes.remove': ({ actor, params }) => work(actor, (uow) => removeCustomAttribute(uow, params.id)),
    'custom_attributes.usage': ({ params }) => customAttributeUsage(db, params.id),
  };
}
