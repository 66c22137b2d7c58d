import type { slaRoutes } from '@bellhop/contract';
import type { Handlers } from '../../http/request-context.ts';

/** Clients ask for the policies at their start (wire B 13.2); this version keeps none, so the list is empty. */
export function createSlaHandlers(): Handlers<typeof slaRoutes> {
  return { 'sla.list': async () => [] };
}
