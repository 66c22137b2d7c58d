import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { UploadedFile } from '../../http/request-context.ts';
import { contentTypeOf, isRasterImage } from './content-type.ts';
import { extensionOf } from './file-name.ts';
import { deleteAvatarsOf, insertMedia } from './media.queries.ts';
import { newPlace, type StoredFile } from './store-files.ts';
import { mostPixels } from './thumbnail.ts';

const extensions = ['gif', 'png', 'jpg', 'jpeg'];
const mostBytes = 2 * 1_048_576;
/** Edge of the square that is kept, in pixels; the largest on screen has half of it. */
const edge = 256;

/**
 * Draws a picture anew as a square avatar and stores its bytes, before the transaction of its row: what the camera wrote beside the
 * picture is gone. Throws `avatar.type_not_allowed`, `avatar.too_large`, `avatar.unreadable` (wire A 5.4, 15.3).
 */
export async function storeAvatar(deps: Deps, file: UploadedFile, uploadedBy: number): Promise<StoredFile> {
  const { staged } = file;
  if (!extensions.includes(extensionOf(file.filename.trim()))) {
    throw new AppError('avatar.type_not_allowed', { params: { types: extensions.join(', ') } });
  }
  if (staged.size > mostBytes) throw new AppError('avatar.too_large', { params: { size: mostBytes / 1_048_576 } });
  const picture = await draw(staged.path);
  const stored: StoredFile = {
    ...newPlace(deps),
    filename: 'avatar.webp',
    content_type: 'image/webp',
    size: picture.byteLength,
    disposition: 'inline',
    content_id: null,
    meta: { width: edge, height: edge, has_thumbnail: false },
    uploaded_by: uploadedBy,
  };
  await deps.storage.put(stored.storage_key, picture);
  return stored;
}

/** Makes a stored picture somebody's avatar; answers its `avatar_url`, a path without a host (behaviour 11). */
export async function linkAvatar(uow: UnitOfWork, stored: StoredFile, userId: number): Promise<string> {
  await insertMedia(uow.db, [{ ...stored, model_type: 'users', model_id: userId, conversation_id: null }]);
  return `/uploads/${stored.uuid}`;
}

/** Takes somebody's avatars away; the files are the caller's to discard once that is committed. */
export function unlinkAvatars(uow: UnitOfWork, userId: number): Promise<{ storage_key: string }[]> {
  return deleteAvatarsOf(uow.db, userId);
}

async function draw(path: string): Promise<Buffer> {
  // By its bytes: a drawing with script in it is no picture, whatever its name says.
  if (!isRasterImage(await contentTypeOf(path, 'application/octet-stream'))) throw new AppError('avatar.unreadable');
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'cover' })
      .webp({ quality: 88 })
      .toBuffer();
  } catch (cause) {
    throw new AppError('avatar.unreadable', { cause });
  }
}
