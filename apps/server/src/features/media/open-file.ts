import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { isRasterImage } from './content-type.ts';
import { type CanReadConversation, checkMayOpen } from './may-open-file.ts';
import { findMediaByUuid, type MediaMeta, type MediaRow, patchMedia } from './media.queries.ts';
import { parseUuid } from './media-address.ts';
import { makeThumbnail, thumbnailKey } from './thumbnail.ts';

/** A file ready to be sent. */
export interface OpenedFile {
  storage_key: string;
  filename: string;
  content_type: string;
  size: number;
  modified: Date;
  etag: string;
  /** Kept, but of a kind that is not allowed here. */
  is_marked: boolean;
}

/**
 * Finds what `/uploads/<name>` names: `<uuid>` or `thumb_<uuid>`. Thumbnails of mailed images are made when first asked for;
 * where there is none, the original answers (wire A 14.2). Throws `media.not_found`, also for malformed names.
 */
export async function openFile(
  deps: Deps,
  actor: Actor,
  name: string,
  canRead: CanReadConversation,
): Promise<OpenedFile> {
  const isThumbnail = name.startsWith('thumb_');
  const uuid = parseUuid(isThumbnail ? name.slice('thumb_'.length) : name);
  const row = uuid === null ? undefined : await findMediaByUuid(deps.db, uuid);
  if (!row) throw new AppError('media.not_found');
  await checkMayOpen(actor, row, canRead);
  if (!(await deps.storage.has(row.storage_key))) {
    deps.log.error({ media: row.id }, 'the bytes of a file are missing');
    throw new AppError('media.not_found');
  }
  const meta = row.meta as MediaMeta;
  const file = {
    storage_key: row.storage_key,
    filename: row.filename,
    content_type: row.content_type,
    size: row.size,
    modified: row.created_at,
    etag: `"${row.uuid}"`,
    is_marked: meta.quarantine_reason !== undefined,
  };
  const thumbnail = isThumbnail && !file.is_marked ? await loadThumbnail(deps, row) : null;
  if (!thumbnail) return file;
  return {
    ...file,
    storage_key: thumbnailKey(row.storage_key),
    content_type: 'image/png',
    size: thumbnail.byteLength,
    etag: `"thumb-${row.uuid}"`,
  };
}

/** The thumbnail's bytes, made now if nobody tried before; null when there can be none. */
async function loadThumbnail(deps: Deps, row: MediaRow): Promise<Buffer | null> {
  if (!isRasterImage(row.content_type)) return null;
  let has = (row.meta as MediaMeta).has_thumbnail;
  if (has === undefined) {
    const meta = await makeThumbnail(deps, row, await deps.storage.get(row.storage_key));
    await deps.work(deps.system, (uow) => patchMedia(uow.db, row.id, { meta }));
    has = meta.has_thumbnail;
  }
  return has ? deps.storage.get(thumbnailKey(row.storage_key)) : null;
}
