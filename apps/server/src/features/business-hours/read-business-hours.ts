import type { BusinessHours, Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { findBusinessHours, findBusinessHoursUsage, loadBusinessHours } from './business-hours.queries.ts';

/** All sets of business hours, latest update first. */
export async function listBusinessHours(db: Reader): Promise<BusinessHours[]> {
  return (await loadBusinessHours(db)).map(wireTimes);
}

/** One set of business hours. Throws business_hours.not_found. */
export async function getBusinessHours(db: Reader, id: number): Promise<BusinessHours> {
  const found = await findBusinessHours(db, id);
  if (!found) throw new AppError('business_hours.not_found');
  return wireTimes(found);
}

/** What uses a set: teams, and the general settings for teams without hours of their own. Throws business_hours.not_found. */
export async function businessHoursUsage(db: Reader, id: number): Promise<Usage> {
  if (!(await findBusinessHours(db, id))) throw new AppError('business_hours.not_found');
  const { teams, isDeskDefault } = await findBusinessHoursUsage(db, id);
  const users: Usage['used_by'] = [
    ...(isDeskDefault ? [{ entity: 'setting' as const, id: 0, name: 'app.business_hours_id' }] : []),
    ...teams.map((team) => ({ entity: 'team' as const, ...team })),
  ];
  return { used_by: users.slice(0, 50), total: users.length, conversations: 0 };
}
