import type { MediaItem } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { contentTypeOf } from './content-type.ts';
import { displayFileName, extensionOf, isExtensionAllowed } from './file-name.ts';
import { insertMedia, type MediaRow } from './media.queries.ts';
import { mediaUrl } from './media-address.ts';
import { discardFiles, storeBytes } from './store-files.ts';
import { makeThumbnail } from './thumbnail.ts';
import { loadUploadRules } from './upload-rules.queries.ts';

const bytesPerMegabyte = 1_048_576;

/**
 * Keeps an agent's file until a message takes it (wire A 14.1). Throws `media.no_file`, `media.empty_file`,
 * `media.too_large`, `media.extension_not_allowed`.
 */
export async function uploadFile(
  deps: Deps,
  actor: Actor,
  file: { filename: string; content_type: string; bytes: Buffer } | undefined,
  options: { is_inline: boolean },
): Promise<MediaItem> {
  if (!file) throw new AppError('media.no_file');
  const rules = await loadUploadRules(deps.db);
  const filename = displayFileName(file.filename);
  if (file.bytes.byteLength > rules.max_file_upload_size * bytesPerMegabyte) {
    throw new AppError('media.too_large', { params: { size: rules.max_file_upload_size } });
  }
  if (!isExtensionAllowed(filename, rules.allowed_file_upload_extensions)) {
    throw new AppError('media.extension_not_allowed', { params: { extension: extensionOf(filename) } });
  }
  if (file.bytes.byteLength === 0) throw new AppError('media.empty_file');
  const stored = await storeBytes(deps, {
    filename,
    content_type: await contentTypeOf(file.bytes, file.content_type),
    disposition: options.is_inline ? 'inline' : 'attachment',
    content_id: null,
    meta: {},
    uploaded_by: actor.id,
    bytes: file.bytes,
  });
  try {
    const meta = await makeThumbnail(deps, stored, file.bytes);
    const [row] = await deps.work(actor, (uow) =>
      insertMedia(uow.db, [{ ...stored, meta, model_type: 'messages', model_id: null, conversation_id: null }]),
    );
    return mediaItem(row!, rules.root_url);
  } catch (error) {
    await discardFiles(deps, [stored]);
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
