import type { businessHoursRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { listBusinessHours } from './list-business-hours.ts';

export function createBusinessHoursHandlers({ db }: Deps): Handlers<typeof businessHoursRoutes> {
  return { 'business_hours.list': () => listBusinessHours(db) };
}
