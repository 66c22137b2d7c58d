import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { time } from './primitives.ts';

/** What everybody may know of a set of business hours (wire A 17): enough to choose one. */
export const BusinessHoursRow = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  description: z.string(),
});
export type BusinessHoursRow = z.output<typeof BusinessHoursRow>;

export const businessHoursRoutes = defineRoutes({
  'business_hours.list': {
    method: 'GET',
    path: '/api/v1/business-hours',
    access: 'session',
    encoding: 'none',
    output: z.array(BusinessHoursRow),
    summary: 'Sets of business hours, latest update first',
  },
});
