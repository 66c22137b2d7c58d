import { type FoundContact, mostFound } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { type ContactRow, listContactsWith } from './plain-search.queries.ts';
import { withinTime } from './run-search.ts';
import { type PlainStages, usualPlainStages } from './search-conversations.ts';

/** Contacts with a part of the name or address, newest first, blocked ones included (wire A 15.6). */
export async function searchContacts(
  deps: Deps,
  actor: Actor,
  typed: string,
  stages: PlainStages = usualPlainStages,
): Promise<FoundContact[]> {
  const limit = mostFound.contacts;
  let found: ContactRow[] = [];
  await withinTime(deps, actor, async (db) => {
    found = await listContactsWith(db, typed, stages, limit);
    if (found.length < limit) found = await listContactsWith(db, typed, 'all', limit);
    return true;
  });
  return found.map(wireTimes);
}
