import { readFile } from 'node:fs/promises';
import type { DeskPicture } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { UploadedFile } from '../../http/request-context.ts';
import { randomToken } from '../../lib/crypto.ts';
import { recordChange } from '../activity-log/index.ts';
import { loadSettings } from './load-settings.ts';
import { isIcon, readIcon } from './read-icon.ts';
import { deleteSetting, lockGroup, readSettings, writeSettings } from './settings.queries.ts';

/** Where each of the desk's own pictures is found, and the setting that says so (wire A 10.1). */
export const defaultPictures = {
  logo: { setting: 'app.logo_url', path: '/logo.png' },
  favicon: { setting: 'app.favicon_url', path: '/favicon.ico' },
} as const satisfies Record<DeskPicture, { setting: string; path: string }>;

/** Bounds of what is kept, in pixels. A favicon is square; a logo keeps its shape. */
const sizes: Record<DeskPicture, { width: number; height: number }> = {
  logo: { width: 600, height: 240 },
  favicon: { width: 128, height: 128 },
};
const mostBytes = 2 * 1_048_576;
const mostPixels = 40_000_000;

/** The setting that names the stored bytes of an uploaded picture. */
export function pictureKey(picture: DeskPicture): string {
  return `pictures.${picture}`;
}

/**
 * Draws a picture anew as PNG and makes it the desk's logo or favicon: what else the file held is gone. Throws media.no_file,
 * settings.picture_too_large, settings.picture_unreadable.
 */
export async function setPicture(
  deps: Deps,
  actor: Actor,
  picture: DeskPicture,
  file: UploadedFile | undefined,
): Promise<true> {
  if (!file) throw new AppError('media.no_file');
  if (file.staged.size > mostBytes)
    throw new AppError('settings.picture_too_large', { params: { size: mostBytes / 1_048_576 } });
  const drawn = await draw(picture, file.staged.path);
  const version = randomToken(8);
  const storage_key = `pictures/${picture}-${version}.png`;
  await deps.storage.put(storage_key, drawn);
  // Another address each time, so that nobody goes on showing the former one.
  await replace(deps, actor, picture, { storage_key, query: `?v=${version}` });
  return true;
}

/** Puts Bellhop's own logo or favicon back. */
export async function removePicture(deps: Deps, actor: Actor, picture: DeskPicture): Promise<true> {
  await replace(deps, actor, picture, null);
  return true;
}

/** The uploaded picture as PNG; null when Bellhop's own is to be shown. */
export async function findPicture(
  deps: Pick<Deps, 'db' | 'storage'>,
  picture: DeskPicture,
): Promise<{ etag: string; content: Buffer } | null> {
  const storage_key = (await readSettings(deps.db))[pictureKey(picture)];
  if (typeof storage_key !== 'string') return null;
  return { etag: `"${storage_key.replace(/\W/g, '')}"`, content: await deps.storage.get(storage_key) };
}

async function replace(
  deps: Deps,
  actor: Actor,
  picture: DeskPicture,
  stored: { storage_key: string; query: string } | null,
): Promise<void> {
  const former = await deps.work(actor, (uow) => swap(uow, picture, stored));
  if (former !== null) await deps.storage.remove(former);
}

/** Answers the storage key of the former picture. */
async function swap(
  uow: UnitOfWork,
  picture: DeskPicture,
  stored: { storage_key: string; query: string } | null,
): Promise<string | null> {
  const key = pictureKey(picture);
  const { setting, path } = defaultPictures[picture];
  const { values: before } = await lockGroup(uow.db, 'app.');
  const former = (await readSettings(uow.db))[key];
  const { 'app.root_url': root, 'app.site_name': name } = await loadSettings(uow.db);
  const address = root + path + (stored?.query ?? '');
  await writeSettings(uow.db, { ...(stored && { [key]: stored.storage_key }), [setting]: address }, uow.now);
  if (!stored) await deleteSetting(uow.db, key);
  await recordChange(uow, {
    entity: 'setting',
    id: 1,
    name,
    before: { [setting]: before[setting] },
    after: { [setting]: address },
  });
  uow.wake('bellhop_settings');
  return typeof former === 'string' ? former : null;
}

async function draw(kind: DeskPicture, path: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const options = { limitInputPixels: mostPixels, failOn: 'error', density: 300 } as const;
  try {
    // No larger than `mostBytes`.
    const file = await readFile(path);
    const icon = isIcon(file) ? readIcon(file) : { png: file };
    const picture = 'png' in icon ? sharp(icon.png, options) : sharp(icon.pixels, { raw: { ...icon, channels: 4 } });
    return await picture
      .autoOrient()
      .resize({
        ...sizes[kind],
        fit: kind === 'favicon' ? 'contain' : 'inside',
        withoutEnlargement: kind === 'logo',
        background: { r: 0, g: 0, b: 0, alpha: 0 },
      })
      .png()
      .toBuffer();
  } catch (cause) {
    throw new AppError('settings.picture_unreadable', { cause });
  }
}
