import { isDeepStrictEqual } from 'node:util';
import type { Draft, DraftContent } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { announceDraft } from './announce-draft.ts';
import { keyOf, type Place, viewDraft } from './draft-place.ts';
import { lockDraft } from './drafts.queries.ts';
import { keepVersion, writeDraft } from './save-draft.ts';

/**
 * Puts the acting agent's draft back as it was sent. Another one that stands there meanwhile is kept among the versions and answered
 * as `displaced`.
 */
export async function restoreDraft(
  uow: UnitOfWork,
  place: Place,
  content: DraftContent,
): Promise<{ draft: Draft; displaced: Draft | null }> {
  const row = await lockDraft(uow.db, keyOf(uow.actor.id, place), uow.now);
  const isSame = isDeepStrictEqual(row.content, content);
  await keepVersion(uow, row);
  const next = await writeDraft(uow, row, content);
  announceDraft(uow, place, next, { isTurn: true });
  return { draft: viewDraft(place, next)!, displaced: isSame ? null : viewDraft(place, row) };
}
