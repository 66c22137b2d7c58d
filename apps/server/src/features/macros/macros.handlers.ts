import type { macroRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { readsOwn } from '../conversations/index.ts';
import { applyMacro } from './apply-macro.ts';
import { getMacro, listMacros } from './read-macros.ts';
import { createMacro, macroUsage, removeMacro, updateMacro } from './save-macro.ts';

/** Every macro route and what answers it. */
export function createMacroHandlers(deps: Deps): Handlers<typeof macroRoutes> {
  const { db, work } = deps;
  return {
    'macros.list': ({ actor }) => listMacros(db, actor),
    'macros.get': ({ params }) => getMacro(db, params.id),
    'macros.create': ({ actor, body }) => work(actor, (uow) => createMacro(uow, body)),
    'macros.update': ({ actor, params, body }) => work(actor, (uow) => updateMacro(uow, params.id, body)),
    'macros.remove': ({ actor, params }) => work(actor, (uow) => removeMacro(uow, params.id)),
    'macros.usage': ({ params }) => macroUsage(db, params.id),
    'macros.apply': async ({ actor, params, body, reply, warn }) => {
      const applied = await applyMacro(deps, actor, { uuid: params.uuid, macro_id: params.id, actions: body });
      if (applied.failed.length > 0) reply.code(207);
      const assigned = body.find(({ type }) => type === 'assign_user');
      const isAssigned = assigned && !applied.failed.some(({ type }) => type === 'assign_user');
      if (isAssigned && !(await readsOwn(db, Number(assigned.value[0])))) warn('warnings.agent_cannot_read');
      return applied;
    },
  };
}
