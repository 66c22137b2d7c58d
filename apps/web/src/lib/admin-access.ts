import type { Agent } from '@bellhop/contract';
import { can } from './session.ts';

/** Whatever is managed is managed in the admin area, but for these. */
const elsewhere = ['view:manage', 'reports:manage'];

/** Whether an agent may open anything of the admin area. Apart from the menu, which the first screens need not load. */
export function mayAdminister(agent: Agent): boolean {
  return agent.permissions.some((permission) => permission.endsWith(':manage') && !elsewhere.includes(permission));
}

/** Where the way into the admin area leads: general settings, else its landing page (specification 2). */
export function adminHome(agent: Agent): string {
  return can('general_settings:manage', agent) ? '/admin/general' : '/admin';
}
