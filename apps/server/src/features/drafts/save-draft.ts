import { isDeepStrictEqual } from 'node:util';
import { type Draft, type DraftContent, largestDraft, type SaveDraft, type SavedDraft } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { UnitOfWork, Work } from '../../core/unit-of-work.ts';
import { jsonText } from '../../db/json-rows.ts';
import { loadSettings } from '../settings/index.ts';
import { announceDraft } from './announce-draft.ts';
import { mediaOf } from './draft-media.ts';
import { keyOf, type Place, viewDraft } from './draft-place.ts';
import { type DraftRow, insertVersion, lastKeptAt, lockDraft, patchDraft } from './drafts.queries.ts';

/** States that are kept lie at least so far apart, in milliseconds. */
const keepEveryMs = 30_000;

/**
 * Saves a draft that grew from `base_version`. What was saved already is not saved again, so a save may be repeated after a lost
 * answer. Throws draft.newer_exists with the stored draft (or null, when it was sent or discarded) in `data`; that state is kept
 * among the versions first, for the writer may decide to write over it. Throws draft.too_large.
 */
export async function saveDraft(work: Work, actor: Actor, place: Place, input: SaveDraft): Promise<SavedDraft> {
  const content = storableContent(input.content);
  if (Buffer.byteLength(JSON.stringify(content)) > largestDraft) throw new AppError('draft.too_large');
  const result = await work(actor, async (uow): Promise<SavedDraft | { conflict: Draft | null }> => {
    const row = await lockDraft(uow.db, keyOf(uow.actor.id, place), uow.now);
    if (row.content !== null && isDeepStrictEqual(row.content, content)) return saved(row);
    if (input.base_version !== (row.content === null ? 0 : row.version)) {
      if (row.content !== null) await keepVersion(uow, row);
      return { conflict: viewDraft(place, row) };
    }
    if (row.content !== null && (await isWorthKeeping(uow, row, content))) await keepVersion(uow, row);
    const next = await writeDraft(uow, row, content);
    announceDraft(uow, place, next, { isTurn: row.content === null });
    return saved(next);
  });
  if ('conflict' in result) throw new AppError('draft.newer_exists', { data: result.conflict });
  return result;
}

/** A draft under its next version number, with the files that it holds on to. */
export async function writeDraft(uow: UnitOfWork, row: DraftRow, content: DraftContent | null): Promise<DraftRow> {
  const media_uuids = content === null ? [] : await mediaIn(uow, content);
  return patchDraft(uow.db, row.id, { content, media_uuids, now: uow.now });
}

/** Keeps the stored state of a draft among its versions. */
export async function keepVersion(uow: UnitOfWork, row: DraftRow): Promise<void> {
  if (row.content === null) return;
  const { version, content, media_uuids, updated_at } = row;
  await insertVersion(uow.db, {
    draft_id: row.id,
    version,
    content,
    media_uuids,
    saved_at: updated_at,
    reason: 'saved',
  });
}

/** The files that a draft's content holds on to. */
export async function mediaIn(uow: UnitOfWork, content: DraftContent): Promise<string[]> {
  return mediaOf(content, (await loadSettings(uow.db))['app.root_url']);
}

/** As PostgreSQL gives it back. */
export function storableContent(content: DraftContent): DraftContent {
  return JSON.parse(jsonText(content)) as DraftContent;
}

/** Not each keystroke's state, but none that would otherwise be lost: what stood for a while, and what a save takes much from. */
async function isWorthKeeping(uow: UnitOfWork, row: DraftRow, next: DraftContent): Promise<boolean> {
  const before = row.content!;
  const isLoss =
    next.html.length * 2 < before.html.length ||
    before.files.some((file) => !next.files.some((other) => other.id === file.id)) ||
    (before.macro !== null && before.macro.id !== next.macro?.id);
  if (isLoss) return true;
  const keptAt = await lastKeptAt(uow.db, row.id);
  return keptAt === undefined || uow.now.getTime() - keptAt.getTime() >= keepEveryMs;
}

function saved(row: DraftRow): SavedDraft {
  return { version: row.version, updated_at: row.updated_at.toISOString() };
}
