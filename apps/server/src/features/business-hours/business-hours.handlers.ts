import type { businessHoursRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { previewBusinessHours } from './preview.ts';
import { businessHoursUsage, getBusinessHours, listBusinessHours } from './read-business-hours.ts';
import { createBusinessHours, removeBusinessHours, updateBusinessHours } from './save-business-hours.ts';

/** Every route of business hours and what answers it. */
export function createBusinessHoursHandlers({ db, work }: Deps): Handlers<typeof businessHoursRoutes> {
  return {
    'business_hours.list': () => listBusinessHours(db),
    'business_hours.get': ({ params }) => getBusinessHours(db, params.id),
    'business_hours.create': ({ actor, body }) => work(actor, (uow) => createBusinessHours(uow, body)),
    'business_hours.update': ({ actor, params, body }) =>
      work(actor, (uow) => updateBusinessHours(uow, params.id, body)),
    'business_hours.remove': ({ actor, params }) => work(actor, (uow) => removeBusinessHours(uow, params.id)),
    'business_hours.preview': async ({ body }) => previewBusinessHours(body),
    'business_hours.usage': ({ params }) => businessHoursUsage(db, params.id),
  };
}
