import type { vocabularyRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listCustomAttributes } from './list-custom-attributes.ts';

export function createCustomAttributeHandlers({
  db,
}: Deps): Pick<Handlers<typeof vocabularyRoutes>, 'custom_attributes.list'> {
  return { 'custom_attributes.list': ({ query }) => listCustomAttributes(db, query.applies_to) };
}
