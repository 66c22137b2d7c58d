import type { Priority } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { loadPriorities } from './priorities.queries.ts';

/** All priorities as the wire shows them, least urgent first. */
export async function listPriorities(db: Reader): Promise<Priority[]> {
  return (await loadPriorities(db)).map(wireTimes);
}
