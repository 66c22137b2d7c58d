import type { Tag } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { loadTags } from './tags.queries.ts';

/** All tags as the wire shows them, by name. */
export async function listTags(db: Reader): Promise<Tag[]> {
  return (await loadTags(db)).map(wireTimes);
}
