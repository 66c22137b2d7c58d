import type { Deps } from '../../core/deps.ts';
import { isRasterImage } from './content-type.ts';
import type { MediaMeta } from './media.queries.ts';

const thumbnailWidth = 150;
/** Read from the header, before anything is decoded (behaviour 11): a small file can be a huge picture. */
export const mostPixels = 25_000_000;

/** Where the thumbnail of a file lies. */
export function thumbnailKey(storageKey: string): string {
  return `${storageKey}-thumb`;
}

/** The file that a key belongs to, whether the key is its own or its thumbnail's. */
export function originalKey(storageKey: string): string {
  return storageKey.replace(/-thumb$/, '');
}

/**
 * Makes and stores a PNG 150 pixels wide, if the file is a raster image; answers what is to be noted on the row. The
 * source is its bytes or the path of a file. A picture that cannot be read has no thumbnail, and nothing else follows from that.
 */
export async function makeThumbnail(
  deps: Pick<Deps, 'storage' | 'log'>,
  file: { storage_key: string; content_type: string },
  source: Uint8Array | string,
): Promise<MediaMeta> {
  if (!isRasterImage(file.content_type)) return { has_thumbnail: false };
  let drawn: { png: Buffer; width: number; height: number };
  try {
    drawn = await draw(source);
  } catch (error) {
    deps.log.debug({ key: file.storage_key, err: (error as Error).message }, 'no thumbnail could be made');
    return { has_thumbnail: false };
  }
  await deps.storage.put(thumbnailKey(file.storage_key), drawn.png);
  return { has_thumbnail: true, width: drawn.width, height: drawn.height };
}

async function draw(source: Uint8Array | string): Promise<{ png: Buffer; width: number; height: number }> {
  // Loaded with the first picture: its native library would cost every process memory and start-up time.
  const { default: sharp } = await import('sharp');
  const image = sharp(source, { limitInputPixels: mostPixels, failOn: 'error' });
  const { autoOrient } = await image.metadata();
  const png = await image.autoOrient().resize({ width: thumbnailWidth, withoutEnlargement: true }).png().toBuffer();
  return { png, width: autoOrient.width, height: autoOrient.height };
}
