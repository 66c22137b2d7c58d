import type { MediaItem } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UploadedFile } from '../../http/request-context.ts';
import { type StagedFile, StorageUnavailableError } from '../../lib/storage.ts';
import { contentTypeOf } from './content-type.ts';
import { displayFileName, extensionOf, isExtensionAllowed } from './file-name.ts';
import { insertMedia, type MediaMeta, type MediaRow } from './media.queries.ts';
import { mediaUrl } from './media-address.ts';
import { discardFiles, newPlace, type StoredFile } from './store-files.ts';
import { makeThumbnail } from './thumbnail.ts';
import { loadUploadRules } from './upload-rules.queries.ts';

/**
 * Keeps an agent's staged file until a message takes it (wire A 14.1). Throws `media.no_file`, `media.empty_file`,
 * `media.extension_not_allowed`.
 */
export async function uploadFile(
  deps: Deps,
  actor: Actor,
  file: UploadedFile | undefined,
  options: { is_inline: boolean },
): Promise<MediaItem> {
  if (!file) throw new AppError('media.no_file');
  const rules = await loadUploadRules(deps.db);
  const filename = displayFileName(file.filename);
  if (!isExtensionAllowed(filename, rules.allowed_file_upload_extensions)) {
    throw new AppError('media.extension_not_allowed', { params: { extension: extensionOf(filename) } });
  }
  const { staged } = file;
  if (staged.size === 0) throw new AppError('media.empty_file');
  const stored: StoredFile = {
    ...newPlace(deps),
    filename,
    content_type: await contentTypeOf(staged.path, file.content_type),
    size: staged.size,
    disposition: options.is_inline ? 'inline' : 'attachment',
    content_id: null,
    meta: {},
    uploaded_by: actor.id,
  };
  const meta = await store(deps, stored, staged);
  // A commit whose answer got lost may have happened: bytes without a row are left to the sweep.
  const [row] = await deps.work(actor, (uow) =>
    insertMedia(uow.db, [{ ...stored, meta, model_type: 'messages', model_id: null, conversation_id: null }]),
  );
  return mediaItem(row!, rules.root_url);
}

/** Nothing is left behind when it fails. */
async function store(deps: Deps, stored: StoredFile, staged: StagedFile): Promise<MediaMeta> {
  try {
    const meta = await makeThumbnail(deps, stored, staged.path);
    await staged.keep(stored.storage_key);
    return meta;
  } catch (error) {
    // Where the storage is away this would only fail, too, and what is left is swept one day.
    if (!(error instanceof StorageUnavailableError)) await discardFiles(deps, [stored]);
    throw error;
  }
}

function mediaItem(row: MediaRow, rootUrl: string): MediaItem {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    uuid: row.uuid,
    filename: row.filename,
    content_type: row.content_type,
    size: row.size,
    store: row.store === 's3' ? 's3' : 'fs',
    disposition: row.disposition === 'inline' ? 'inline' : 'attachment',
    url: mediaUrl(rootUrl, row.uuid),
  };
}
