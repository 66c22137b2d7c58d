import type { Status } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { loadStatuses } from './statuses.queries.ts';

/** All statuses as the wire shows them, in their order. */
export async function listStatuses(db: Reader): Promise<Status[]> {
  return (await loadStatuses(db)).map(wireTimes);
}
