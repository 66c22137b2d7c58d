import type { CustomAttribute } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { attributeDefinitions } from './custom-attributes.queries.ts';

/** Definitions as the wire shows them, latest update first. */
export async function listCustomAttributes(db: Reader, appliesTo?: string): Promise<CustomAttribute[]> {
  return (await attributeDefinitions(db, appliesTo)).map(wireTimes);
}
