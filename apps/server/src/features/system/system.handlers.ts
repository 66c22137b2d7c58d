import type { systemRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { readSystem } from './read-system.ts';

/** What answers the system page. */
export function createSystemHandlers(deps: Deps): Handlers<typeof systemRoutes> {
  return { 'system.get': () => readSystem(deps) };
}
