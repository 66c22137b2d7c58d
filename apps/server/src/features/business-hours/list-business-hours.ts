import type { BusinessHoursRow } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { loadBusinessHours } from './business-hours.queries.ts';

/** All sets of business hours as lists show them, latest update first. */
export async function listBusinessHours(db: Reader): Promise<BusinessHoursRow[]> {
  return (await loadBusinessHours(db)).map(wireTimes);
}
