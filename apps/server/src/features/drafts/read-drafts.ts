import type { Draft, DraftHead, DraftVersion } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Reader } from '../../db/types.ts';
import { keyOf, type Place, viewDraft, viewHead } from './draft-place.ts';
import { findDraft, listDrafts, listVersions } from './drafts.queries.ts';
import { versionsSince } from './expire-drafts.ts';

/** Which of some conversations an agent can see, id to uuid; the conversations stand in a later row and are handed in. */
export type FindVisible = (db: Reader, actor: Actor, ids: readonly number[]) => Promise<Map<number, string>>;

/** The actor's drafts, latest first; those in conversations out of sight are left out until they come back into it. */
export async function listOwnDrafts(db: Reader, actor: Actor, findVisible: FindVisible): Promise<DraftHead[]> {
  const rows = await listDrafts(db, actor.id);
  const ids = [...new Set(rows.flatMap((row) => row.conversation_id ?? []))];
  const uuids = ids.length > 0 ? await findVisible(db, actor, ids) : new Map<number, string>();
  return rows.flatMap((row) => {
    if (row.conversation_id === null) return viewHead(null, row);
    const uuid = uuids.get(row.conversation_id);
    return uuid === undefined ? [] : viewHead(uuid, row);
  });
}

/** The actor's draft there, or null. */
export async function readDraft(db: Reader, actor: Actor, place: Place): Promise<Draft | null> {
  return viewDraft(place, await findDraft(db, keyOf(actor.id, place)));
}

/** Its kept states, latest first, those of sent and discarded drafts as well. */
export async function readVersions(db: Reader, actor: Actor, place: Place, now: Date): Promise<DraftVersion[]> {
  const rows = await listVersions(db, keyOf(actor.id, place), versionsSince(now));
  return rows.map(({ id, version, saved_at, reason, content }) => ({
    id,
    version,
    saved_at: saved_at.toISOString(),
    reason,
    content,
  }));
}
