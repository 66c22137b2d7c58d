import { isDeepStrictEqual } from 'node:util';
import type { DraftContent } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { announceDraft } from './announce-draft.ts';
import { keyOf, type Place } from './draft-place.ts';
import { findDraft, insertVersion, lockDraft } from './drafts.queries.ts';
import { keepVersion, mediaIn, storableContent, writeDraft } from './save-draft.ts';

/**
 * Ends the acting agent's draft because it was sent: `content` is what was sent, exactly, and is kept as a version; a stored state
 * that differs (another tab's) is kept beside it.
 */
export async function endDraft(uow: UnitOfWork, place: Place, content: DraftContent): Promise<void> {
  await end(uow, place, 'sent', storableContent(content));
}

/**
 * A send was repeated because its answer was lost on the way: its text may have gone back into the composer meanwhile, and ends now. What
 * was written since stays. Recipients are not compared: a draft has none while the composer computes them.
 */
export async function endRepeatedDraft(uow: UnitOfWork, place: Place, content: DraftContent): Promise<void> {
  const stored = (await findDraft(uow.db, keyOf(uow.actor.id, place)))?.content;
  if (!stored) return;
  const sent = storableContent(content);
  const { html, files } = stored;
  if (isDeepStrictEqual({ html, files }, { html: sent.html, files: sent.files })) await endDraft(uow, place, content);
}

/** Ends the acting agent's draft because its writer threw it away; it is kept as a version. */
export async function discardDraft(uow: UnitOfWork, place: Place): Promise<void> {
  await end(uow, place, 'discarded', null);
}

async function end(
  uow: UnitOfWork,
  place: Place,
  reason: 'sent' | 'discarded',
  sent: DraftContent | null,
): Promise<void> {
  const row = await lockDraft(uow.db, keyOf(uow.actor.id, place), uow.now);
  const last = sent ?? row.content;
  if (last === null) return;
  if (row.content !== null && !isDeepStrictEqual(row.content, last)) await keepVersion(uow, row);
  const next = await writeDraft(uow, row, null);
  await insertVersion(uow.db, {
    draft_id: row.id,
    version: next.version,
    content: last,
    media_uuids: await mediaIn(uow, last),
    saved_at: uow.now,
    reason,
  });
  announceDraft(uow, place, next, { isTurn: true });
}
