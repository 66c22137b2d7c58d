import type { templateRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { previewTemplate } from './preview-template.ts';
import { readTemplate, readTemplates, templateUsage } from './read-templates.ts';
import { createTemplate, removeTemplate, updateTemplate } from './save-template.ts';

/** Every template route and what answers it. */
export function createTemplateHandlers(deps: Deps): Handlers<typeof templateRoutes> {
  const { db, work } = deps;
  return {
    'templates.list': ({ query }) => readTemplates(db, query.type),
    'templates.get': ({ params }) => readTemplate(db, params.id),
    'templates.create': ({ actor, body }) => work(actor, (uow) => createTemplate(uow, body)),
    'templates.update': ({ actor, params, body }) => work(actor, (uow) => updateTemplate(uow, params.id, body)),
    'templates.remove': ({ actor, params }) => work(actor, (uow) => removeTemplate(uow, params.id)),
    'templates.usage': ({ params }) => templateUsage(db, params.id),
    'templates.preview': ({ actor, body }) => previewTemplate(deps, actor, body),
  };
}
