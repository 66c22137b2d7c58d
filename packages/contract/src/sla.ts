import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { time } from './primitives.ts';

/** What every agent may know of an SLA policy (settled question 10). */
export const SlaPolicyRow = z.object({ id: z.number(), created_at: time, updated_at: time, name: z.string() });
export type SlaPolicyRow = z.output<typeof SlaPolicyRow>;

export const slaRoutes = defineRoutes({
  'sla.list': {
    method: 'GET',
    path: '/api/v1/sla',
    access: 'session',
    encoding: 'none',
    output: z.array(SlaPolicyRow),
    summary: 'SLA policies by name alone, latest update first; clients read it at their start',
  },
});
